#ifndef _YOGI_UTIME_H
#define _YOGI_UTIME_H
#include <sys/types.h>
struct utimbuf { time_t actime, modtime; };
extern int utime(const char *, const struct utimbuf *);
#endif
