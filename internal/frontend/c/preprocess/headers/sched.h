#ifndef _YOGI_SCHED_H
#define _YOGI_SCHED_H
#include <sys/types.h>
extern int sched_yield(void);
#endif
