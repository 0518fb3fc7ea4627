#ifndef _YOGI_SYS_WAIT_H
#define _YOGI_SYS_WAIT_H
#include <sys/types.h>
#define WNOHANG 1
#define WEXITSTATUS(s) (((s) & 0xff00) >> 8)
#define WIFEXITED(s) (((s) & 0x7f) == 0)
extern pid_t wait(int *);
extern pid_t waitpid(pid_t, int *, int);
#endif
