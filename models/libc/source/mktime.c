/* approximate: any time or none. The parts of a time that there is become its own, each in its range (7.27.2.3). */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);

time_t mktime(struct tm *parts)
{
  time_t time = __VERIFIER_nondet_long();
  struct tm own;
  if (__VERIFIER_nondet_bool() || localtime_r(&time, &own) == 0)
    return -1;
  *parts = own;
  return time;
}
