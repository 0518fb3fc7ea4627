#ifndef _YOGI_POLL_H
#define _YOGI_POLL_H
#include <time.h>
typedef unsigned long nfds_t;
struct pollfd { int fd; short events, revents; };
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
extern int poll(struct pollfd *, nfds_t, int);
#ifdef _GNU_SOURCE
#include <signal.h>
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
#endif
#endif
