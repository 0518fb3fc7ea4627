// SAFE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static int print(char *to, size_t size, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}

int main(void)
{
  char text[24], small[4];
  assert(sprintf(text, "%s=%03d;%c%x", "key", 7, '!', 255) == 11 && strcmp(text, "key=007;!ff") == 0);
  assert(print(small, sizeof small, "%-5u|", 12u) == 6 && strcmp(small, "12 ") == 0);
  int n = __VERIFIER_nondet_int();
  if (n < -9 || n > 9)
    return 0;
  int length = print(text, sizeof text, "%d", n);
  assert(length == 1 + (n < 0) && (n >= 0 || text[0] == '-') && text[length] == 0);
}
