#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

static char letter(void)
{
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z');
  return c;
}

/* Whether the file can be made is up to the world; where it cannot, the last six characters have changed too. */
int mkstemp(char *text)
{
  size_t length = strlen(text);
  if (length < 6)
    return -1;
  char *last = text + length - 6;
  for (int i = 0; i < 6; i++)
    if (last[i] != 'X')
      return -1;
  last[0] = letter();
  last[1] = letter();
  last[2] = letter();
  last[3] = letter();
  last[4] = letter();
  last[5] = letter();
  int descriptor = __VERIFIER_nondet_int();
  __VERIFIER_assume(descriptor >= -1);
  return descriptor;
}
