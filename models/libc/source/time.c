#include <time.h>

long __VERIFIER_nondet_long(void);

void __VERIFIER_assume(int condition);

/* What is returned is stored; time does not go back. */
time_t time(time_t *to)
{
  static time_t last;
  time_t now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= last);
  last = now;
  if (to != 0)
    *to = now;
  return now;
}
