/* approximate: any text is a time up to any place, and any part of the time may be set, with %z how far the zone is from UTC
   and with %s its name too. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <string.h>
#include <time.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
const char *__VERIFIER_nondet_pchar(void);
size_t __VERIFIER_nondet_ulong(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

static int set(int old) { return __VERIFIER_nondet_bool() ? __VERIFIER_nondet_int() : old; }

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict parts)
{
  size_t length = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(length <= strlen(text));
  parts->tm_sec = set(parts->tm_sec);
  parts->tm_min = set(parts->tm_min);
  parts->tm_hour = set(parts->tm_hour);
  parts->tm_mday = set(parts->tm_mday);
  parts->tm_mon = set(parts->tm_mon);
  parts->tm_year = set(parts->tm_year);
  parts->tm_wday = set(parts->tm_wday);
  parts->tm_yday = set(parts->tm_yday);
  parts->tm_isdst = set(parts->tm_isdst);
  if (__VERIFIER_nondet_bool())
    parts->tm_gmtoff = __VERIFIER_nondet_long();
  if (__VERIFIER_nondet_bool()) {
    parts->tm_zone = __VERIFIER_nondet_pchar();
    __VERIFIER_assume(parts->tm_zone != 0);
  }
  return __VERIFIER_nondet_bool() ? 0 : (char *)text + length;
}
