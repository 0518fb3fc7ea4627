#define _DEFAULT_SOURCE
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

static char *fail(char *text)
{
  text[0] = 0;
  return text;
}

/* Whether a name is free is up to the world; the result is the argument, the empty text if none is. */
char *mktemp(char *text)
{
  size_t length = strlen(text);
  if (length < 6)
    return fail(text);
  char *last = text + length - 6;
  for (int i = 0; i < 6; i++)
    if (last[i] != 'X')
      return fail(text);
  last[0] = letter();
  last[1] = letter();
  last[2] = letter();
  last[3] = letter();
  last[4] = letter();
  last[5] = letter();
  return __VERIFIER_nondet_bool() ? fail(text) : text;
}
