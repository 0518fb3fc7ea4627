#ifndef _YOGI_TIME_H
#define _YOGI_TIME_H
#include <stddef.h>
#include <sys/types.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIME_UTC 1
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst; long tm_gmtoff; const char *tm_zone; };
struct timespec { time_t tv_sec; long tv_nsec; };
extern char *tzname[2];
extern int daylight;
extern long timezone;
extern void tzset(void);
extern int clock_settime(clockid_t, const struct timespec *);
extern int timespec_get(struct timespec *, int);
extern clock_t clock(void);
extern time_t time(time_t *);
extern double difftime(time_t, time_t);
extern time_t mktime(struct tm *);
extern size_t strftime(char *restrict, size_t, const char *restrict, const struct tm *restrict);
extern struct tm *gmtime(const time_t *);
extern struct tm *localtime(const time_t *);
extern struct tm *gmtime_r(const time_t *restrict, struct tm *restrict);
extern struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
extern char *asctime(const struct tm *);
extern char *ctime(const time_t *);
extern int nanosleep(const struct timespec *, struct timespec *);
extern int clock_gettime(clockid_t, struct timespec *);
extern int clock_getres(clockid_t, struct timespec *);

extern char *asctime_r(const struct tm *restrict, char *restrict);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern char *ctime_r(const time_t *restrict, char *restrict);
extern int dysize(int);
extern time_t timegm(struct tm *);
extern time_t timelocal(struct tm *);
#ifdef _GNU_SOURCE
extern char *strptime(const char *restrict, const char *restrict, struct tm *);
#endif
#endif
