#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);

/* A line of any length, whatever the room for it. */
char *gets(char *to)
{
  if (__VERIFIER_nondet_bool())
    return 0;
  size_t n = 0;
  for (;;) {
    char c = __VERIFIER_nondet_char();
    if (c == '\n')
      break;
    to[n++] = c;
    if (__VERIFIER_nondet_bool())
      break;
  }
  to[n] = 0;
  return to;
}
