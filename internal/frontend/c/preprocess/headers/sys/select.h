#ifndef _YOGI_SYS_SELECT_H
#define _YOGI_SYS_SELECT_H
#include <signal.h>
#include <sys/time.h>
#define FD_SETSIZE 1024
typedef long fd_mask;
#define NFDBITS (8 * (int)sizeof(fd_mask))
typedef struct { fd_mask __fds_bits[FD_SETSIZE / NFDBITS]; } fd_set;
#define FD_SET(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] |= (fd_mask)(1ul << ((fd) % NFDBITS))))
#define FD_CLR(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] &= ~(fd_mask)(1ul << ((fd) % NFDBITS))))
#define FD_ISSET(fd, set) (((set)->__fds_bits[(fd) / NFDBITS] & (fd_mask)(1ul << ((fd) % NFDBITS))) != 0)
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
extern int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
extern int pselect(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, const struct timespec *restrict, const sigset_t *restrict);
#endif
