#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

static char letter(void)
{
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z');
  return c;
}

/* Whether the folder can be made is up to the world; where it cannot, the last six characters have changed too. */
char *mkdtemp(char *text)
{
  size_t length = strlen(text);
  if (length < 6)
    return 0;
  char *last = text + length - 6;
  for (int i = 0; i < 6; i++)
    if (last[i] != 'X')
      return 0;
  last[0] = letter();
  last[1] = letter();
  last[2] = letter();
  last[3] = letter();
  last[4] = letter();
  last[5] = letter();
  return __VERIFIER_nondet_bool() ? 0 : text;
}
