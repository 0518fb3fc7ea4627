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
#endif
