#include <stdio.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);

/* The end of the input may come before any character; after a failure the contents are anything. */
char *fgets(char *restrict to, int size, FILE *restrict from)
{
  if (size <= 0 || (size > 1 && __VERIFIER_nondet_bool()))
    return 0;
  int n = 0;
  while (n < size - 1) {
    char c = __VERIFIER_nondet_char();
    to[n++] = c;
    if (c == '\n' || __VERIFIER_nondet_bool())
      break;
  }
  to[n] = 0;
  if (size > 1 && __VERIFIER_nondet_bool())
    return 0;
  return to;
}
