/* Compares the under-approximate model of atoi with the machine's function, of every text of up to five of some
   characters and of longer numbers; what the model leaves out does not count. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int model_atoi(const char *text);

static jmp_buf none;
static int compared;

void __VERIFIER_assume(int condition)
{
  if (!condition)
    longjmp(none, 1);
}

static void compare(const char *text)
{
  if (setjmp(none))
    return;
  int got = model_atoi(text);
  compared++;
  if (got == atoi(text))
    return;
  printf("atoi(\"%s\") is %d, of the model %d\n", text, atoi(text), got);
  exit(1);
}

int main(void)
{
  static const char of[] = "\0" "019+- ax\t/:";
  static const char *const longer[] = {"123456789", "-999999999", "1234567890", "+000000001x", "2147483648"};
  char text[6] = "";
  for (int n = 0; n < 12 * 12 * 12 * 12 * 12; n++) {
    int rest = n;
    for (int i = 0; i < 5; i++, rest /= 12)
      text[i] = of[rest % 12];
    compare(text);
  }
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    compare(longer[i]);
  return compared < 100000;
}
