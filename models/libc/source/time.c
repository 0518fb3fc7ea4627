#include <time.h>

long __VERIFIER_nondet_long(void);

/* What is returned is stored. */
time_t time(time_t *to)
{
  time_t now = __VERIFIER_nondet_long();
  if (to != 0)
    *to = now;
  return now;
}
