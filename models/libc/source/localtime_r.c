/* approximate: any time, in a zone of any name and distance from UTC. A time is none only if its year is too large for an
   int, which takes more than 6.7 * 10^16 seconds; no zone is more than 2^31 seconds from UTC, which is less than 69 years. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <time.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict parts)
{
  int has_year = (long long)*time >= -60000000000000000 && (long long)*time <= 60000000000000000;
  if (!has_year && __VERIFIER_nondet_bool())
    return 0;
  /* what the model of time returns, in UTC from 1969 to 2286 */
  int is_near = (long long)*time >= -1 && (long long)*time / 1000000000 <= 9;
  parts->tm_sec = __VERIFIER_nondet_int();
  parts->tm_min = __VERIFIER_nondet_int();
  parts->tm_hour = __VERIFIER_nondet_int();
  parts->tm_mday = __VERIFIER_nondet_int();
  parts->tm_mon = __VERIFIER_nondet_int();
  parts->tm_year = __VERIFIER_nondet_int();
  parts->tm_wday = __VERIFIER_nondet_int();
  parts->tm_yday = __VERIFIER_nondet_int();
  parts->tm_isdst = __VERIFIER_nondet_int();
  parts->tm_gmtoff = __VERIFIER_nondet_long();
  parts->tm_zone = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(parts->tm_zone != 0);
  __VERIFIER_assume(parts->tm_sec >= 0 && parts->tm_sec <= 60 && parts->tm_min >= 0 && parts->tm_min <= 59);
  __VERIFIER_assume(parts->tm_hour >= 0 && parts->tm_hour <= 23 && parts->tm_mday >= 1 && parts->tm_mday <= 31);
  __VERIFIER_assume(parts->tm_mon >= 0 && parts->tm_mon <= 11 && parts->tm_wday >= 0 && parts->tm_wday <= 6);
  __VERIFIER_assume(parts->tm_yday >= 0 && parts->tm_yday <= 365);
  __VERIFIER_assume(!is_near || (parts->tm_year >= 0 && parts->tm_year <= 2355 - 1900));
  return parts;
}
