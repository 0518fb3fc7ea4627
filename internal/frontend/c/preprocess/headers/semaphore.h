#ifndef _YOGI_SEMAPHORE_H
#define _YOGI_SEMAPHORE_H
#include <sys/types.h>
#ifdef __LP64__
typedef union { char __size[32]; long __align; } sem_t;
#else
typedef union { char __size[16]; long __align; } sem_t;
#endif
extern int sem_init(sem_t *, int, unsigned int);
extern int sem_destroy(sem_t *);
extern int sem_wait(sem_t *);
extern int sem_trywait(sem_t *);
extern int sem_post(sem_t *);
extern int sem_close(sem_t *);
extern int sem_getvalue(sem_t *restrict, int *restrict);
extern int sem_unlink(const char *);
#if !defined __STRICT_ANSI__ || defined _GNU_SOURCE || defined _DEFAULT_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE
extern int sem_timedwait(sem_t *restrict, const struct timespec *restrict);
#endif
#endif
