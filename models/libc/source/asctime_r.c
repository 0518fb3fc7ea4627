/* approximate: the text that C says (7.27.3.1) where it says one; else any that fits, in all of the 26 characters. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

static void put(char *to, int number)
{
  to[0] = (char)('0' + number / 10);
  to[1] = (char)('0' + number % 10);
}

/* Whether all parts are in their ranges, and the year has four digits. */
static int is_normal(const struct tm *parts)
{
  return parts->tm_sec >= 0 && parts->tm_sec <= 60 && parts->tm_min >= 0 && parts->tm_min <= 59 && parts->tm_hour >= 0 &&
         parts->tm_hour <= 23 && parts->tm_mday >= 1 && parts->tm_mday <= 31 && parts->tm_mon >= 0 && parts->tm_mon <= 11 &&
         parts->tm_wday >= 0 && parts->tm_wday <= 6 && parts->tm_year >= 1000 - 1900 && parts->tm_year <= 9999 - 1900;
}

char *asctime_r(const struct tm *restrict parts, char *restrict to)
{
  static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (parts != 0 && is_normal(parts)) {
    memcpy(to, "day mon    00:00:00 year\n", 26);
    memcpy(to, days[parts->tm_wday], 3);
    memcpy(to + 4, months[parts->tm_mon], 3);
    put(to + 8, parts->tm_mday);
    if (to[8] == '0')
      to[8] = ' ';
    put(to + 11, parts->tm_hour);
    put(to + 14, parts->tm_min);
    put(to + 17, parts->tm_sec);
    put(to + 20, (parts->tm_year + 1900) / 100);
    put(to + 22, (parts->tm_year + 1900) % 100);
    return to;
  }
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  memcpy(to, text, 26);
  if (parts == 0 || __VERIFIER_nondet_bool())
    return 0;
  to[25] = 0;
  return to;
}
