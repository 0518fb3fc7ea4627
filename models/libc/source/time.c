#include <time.h>

long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);

/* What is returned is stored. No clock of Linux is set before 1970 or behind what fits its counter of nanoseconds; -1
   is a call that failed. */
time_t time(time_t *to)
{
  time_t now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= -1 && now / 1000000000 <= 9);
  if (to != 0)
    *to = now;
  return now;
}
