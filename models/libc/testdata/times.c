/* Compares texts of the model of asctime_r with the machine's, and checks what the models of localtime_r, mktime, strftime
   and clock_gettime say of all results against the machine's functions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

char *model_asctime_r(const struct tm *restrict, char *restrict);

/* What the model asks for where C says no text: none of it may be asked for here. */
const char *__VERIFIER_nondet_pchar(void) { abort(); }
_Bool __VERIFIER_nondet_bool(void) { abort(); }
void __VERIFIER_assume(int condition) { abort(); }

static unsigned long long state = 1;

static int from(int low, int high)
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return low + (int)((state >> 33) % (unsigned)(high - low + 1));
}

static void require(int holds, const char *what)
{
  if (!holds) {
    printf("%s\n", what);
    exit(1);
  }
}

static int is_normal(const struct tm *p)
{
  return p->tm_sec >= 0 && p->tm_sec <= 60 && p->tm_min >= 0 && p->tm_min <= 59 && p->tm_hour >= 0 && p->tm_hour <= 23 &&
         p->tm_mday >= 1 && p->tm_mday <= 31 && p->tm_mon >= 0 && p->tm_mon <= 11 && p->tm_wday >= 0 && p->tm_wday <= 6 &&
         p->tm_yday >= 0 && p->tm_yday <= 365;
}

int main(void)
{
  static const char *zones[] = {"UTC", "A-24", "B24", "CET-1CEST,M3.5.0,M10.5.0/3", "right/UTC", ":no/zone"};
  static const int edges[] = {-900, 8099, 0, 124};
  char mine[26], machine[26], text[64];
  wchar_t wide[8];
  for (int i = 0; i < 20000; i++) {
    struct tm p = {0};
    p.tm_sec = from(0, 60), p.tm_min = from(0, 59), p.tm_hour = from(0, 23), p.tm_mday = from(1, 31), p.tm_mon = from(0, 11);
    p.tm_wday = from(0, 6), p.tm_year = i % 8 ? from(-900, 8099) : edges[i / 8 % 4], p.tm_yday = from(-9, 999);
    require(model_asctime_r(&p, mine) == mine && asctime_r(&p, machine) == machine && !memcmp(mine, machine, 26), "asctime_r");
    size_t room = (size_t)from(0, 30), length = strftime(text, room, i % 3 ? "%Y-%m-%d %H:%M:%S" : i % 2 ? "" : "%c", &p);
    require(length < room || length == 0, "strftime");
  }
  for (int z = 0; z < (int)(sizeof zones / sizeof *zones); z++) {
    setenv("TZ", zones[z], 1);
    tzset();
    for (int i = 0; i < 2000; i++) {
      time_t then = i == 0 ? 0 : i == 1 ? 0xffffffff : (time_t)from(0, 0x7ffffffe) * 2 + from(0, 1);
      struct tm p;
      require(localtime_r(&then, &p) == &p && is_normal(&p) && p.tm_year >= 0 && p.tm_year <= 300, "localtime_r");
      require(localtime(&then) != 0 && gmtime(&then) != 0, "localtime");
      memset(&p, 0, sizeof p);
      p.tm_sec = from(-999999, 999999), p.tm_min = from(-9999, 9999), p.tm_hour = from(-999, 999), p.tm_mday = from(-999, 999);
      p.tm_mon = from(-99, 99), p.tm_year = i % 5 ? from(-100, 200) : 0x7fffffff - from(0, 9), p.tm_isdst = from(-1, 1);
      require(mktime(&p) == -1 || is_normal(&p), "mktime");
    }
  }
  for (int clock = 0; clock < 12; clock++) {
    struct timespec now;
    int result = clock_gettime(clock, &now);
    require(result == -1 || result == 0 && now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000, "clock_gettime");
    require(result == 0 || clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC, "clock_gettime fails");
  }
  for (int room = 0; room < 8; room++) {
    int length = swprintf(wide, (size_t)room, L"%ls", L"abc");
    require(length == -1 || length == 3 && room > 3, "swprintf");
  }
  return 0;
}
