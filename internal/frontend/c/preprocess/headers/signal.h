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
#define SIGTRAP 5
#define SIGBUS 7
#define SIGCONT 18
#define SIGSTOP 19
#define SIGXCPU 24
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
typedef union sigval { int sival_int; void *sival_ptr; } sigval_t;
typedef struct {
  int si_signo, si_errno, si_code;
#ifdef __x86_64__
  int __pad0;
#endif
  union {
    int _pad[sizeof(long) == 8 ? 28 : 29];
    struct { pid_t si_pid; uid_t si_uid; int si_status; } _sigchld;
    struct { int si_tid, si_overrun; sigval_t si_sigval; } _timer;
    struct { void *si_addr; } _sigfault;
    struct { long si_band; int si_fd; } _sigpoll;
  } _sifields;
} siginfo_t;
#define si_pid _sifields._sigchld.si_pid
#define si_uid _sifields._sigchld.si_uid
#define si_status _sifields._sigchld.si_status
#define si_timerid _sifields._timer.si_tid
#define si_overrun _sifields._timer.si_overrun
#define si_value _sifields._timer.si_sigval
#define si_int _sifields._timer.si_sigval.sival_int
#define si_ptr _sifields._timer.si_sigval.sival_ptr
#define si_addr _sifields._sigfault.si_addr
#define si_band _sifields._sigpoll.si_band
#define si_fd _sifields._sigpoll.si_fd
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
struct sigaction {
  union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); };
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
extern int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
extern int sigaltstack(const stack_t *restrict, stack_t *restrict);
extern int sigsuspend(const sigset_t *);
extern int sigpending(sigset_t *);
extern sighandler_t signal(int, sighandler_t);
extern int raise(int);
extern int kill(pid_t, int);
extern int sigemptyset(sigset_t *);
extern int sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int);
extern int sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *restrict, sigset_t *restrict);

extern int killpg(pid_t, int);
extern void psignal(int, const char *);
extern int sigwait(const sigset_t *restrict, int *restrict);
#ifdef _GNU_SOURCE
extern int sigandset(sigset_t *, const sigset_t *, const sigset_t *);
extern int sigisemptyset(const sigset_t *);
extern int sigorset(sigset_t *, const sigset_t *, const sigset_t *);
#endif
extern int pthread_sigmask(int, const sigset_t *restrict, sigset_t *restrict);
#endif
