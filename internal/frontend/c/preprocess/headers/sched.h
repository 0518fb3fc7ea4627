#ifndef _YOGI_SCHED_H
#define _YOGI_SCHED_H
#include <sys/types.h>
struct sched_param { int sched_priority; };
extern int sched_yield(void);

extern int sched_getparam(pid_t, struct sched_param *);
extern int sched_setparam(pid_t, const struct sched_param *);
extern int sched_setscheduler(pid_t, int, const struct sched_param *);
#endif
