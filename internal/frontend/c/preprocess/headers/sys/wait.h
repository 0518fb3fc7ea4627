#ifndef _YOGI_SYS_WAIT_H
#define _YOGI_SYS_WAIT_H
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WCONTINUED 8
#define WTERMSIG(s) ((s) & 0x7f)
#define WSTOPSIG(s) WEXITSTATUS(s)
#define WIFSIGNALED(s) ((signed char)(((s) & 0x7f) + 1) >> 1 > 0)
#define WIFSTOPPED(s) (((s) & 0xff) == 0x7f)
#define WEXITSTATUS(s) (((s) & 0xff00) >> 8)
#define WIFEXITED(s) (((s) & 0x7f) == 0)
extern pid_t wait(int *);
extern pid_t waitpid(pid_t, int *, int);
#if !defined __STRICT_ANSI__ || defined _GNU_SOURCE || defined _DEFAULT_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE
extern pid_t wait3(int *, int, struct rusage *);
extern pid_t wait4(pid_t, int *, int, struct rusage *);
#endif
#endif
