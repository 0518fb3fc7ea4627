#ifndef _YOGI_SIGNAL_H
#define _YOGI_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct { unsigned long __bits[1024 / (8 * sizeof(unsigned long))]; } sigset_t;
typedef void (*sighandler_t)(int);
#define SIG_ERR ((sighandler_t)-1)
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
extern sighandler_t signal(int, sighandler_t);
extern int raise(int);
extern int kill(pid_t, int);
extern int sigemptyset(sigset_t *);
extern int sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int);
extern int sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *restrict, sigset_t *restrict);
#endif
