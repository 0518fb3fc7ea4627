/* approximate: any time, whatever was read before. Like time, the clocks of all processes are not before 1970 or the
   start of the system; others may be. These two are always there, and cannot fail where their seconds fit. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int clock_gettime(clockid_t clock, struct timespec *to)
{
  struct timespec now;
  _Bool may_fail = to == 0 || clock != CLOCK_MONOTONIC && (clock != CLOCK_REALTIME || sizeof now.tv_sec < 8);
  if (may_fail && __VERIFIER_nondet_bool())
    return -1;
  now.tv_sec = __VERIFIER_nondet_long();
  now.tv_nsec = __VERIFIER_nondet_long();
  __VERIFIER_assume(now.tv_nsec >= 0 && now.tv_nsec <= 999999999);
  if (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC)
    __VERIFIER_assume(now.tv_sec >= 0 && (long long)now.tv_sec <= 9223372036);
  if (to != 0)
    *to = now;
  return 0;
}
