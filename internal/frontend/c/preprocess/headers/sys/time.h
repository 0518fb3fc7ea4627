#ifndef _YOGI_SYS_TIME_H
#define _YOGI_SYS_TIME_H
#include <time.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
extern int gettimeofday(struct timeval *restrict, void *restrict);
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
struct itimerval { struct timeval it_interval, it_value; };
extern int getitimer(int, struct itimerval *);
extern int setitimer(int, const struct itimerval *restrict, struct itimerval *restrict);

extern int adjtime(const struct timeval *, struct timeval *);
extern int settimeofday(const struct timeval *, const struct timezone *);
extern int utimes(const char *, const struct timeval[2]);
#endif
