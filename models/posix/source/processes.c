// Locks, users and signals. A lock is a word of what the program keeps for it: 0 is free, n > 0 held by n readers, -1 by a writer.
// A mutex has its type, and how often it is locked besides the first time, where glibc has them, since there initialisers put them.
#include "system.h"
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORD(mutex, n) (((int *)(mutex))[n])
#define LOCK(mutex) WORD(mutex, 0)
#define COUNT(mutex) WORD(mutex, 1)
#define KIND(mutex) WORD(mutex, sizeof(long) == 8 ? 4 : 3)

// What the attributes say of the type is kept in their first word.
YOGI_WEAK int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
  *(int *)attributes = PTHREAD_MUTEX_NORMAL;
  return 0;
}

YOGI_WEAK int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
    return EINVAL;
  *(int *)attributes = type;
  return 0;
}

// Why there is no lock: there are too many, there is no memory, or the process may not.
static int yogi_no_lock(void)
{
  if (__VERIFIER_nondet_int())
    return EAGAIN;
  return __VERIFIER_nondet_int() ? ENOMEM : EPERM;
}

YOGI_WEAK int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
  if (yogi_fails())
    return yogi_no_lock();
  LOCK(mutex) = 0;
  COUNT(mutex) = 0;
  KIND(mutex) = attributes ? *(const int *)attributes : PTHREAD_MUTEX_NORMAL;
  return 0;
}

// Who holds the mutex waits for ever, unless its type is another. Otherwise locking one succeeds.
YOGI_WEAK int pthread_mutex_lock(pthread_mutex_t *mutex)
{
  if (LOCK(mutex) && KIND(mutex) == PTHREAD_MUTEX_ERRORCHECK)
    return EDEADLK;
  if (LOCK(mutex) && KIND(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    COUNT(mutex)++;
    return 0;
  }
  __VERIFIER_assume(LOCK(mutex) == 0);
  LOCK(mutex) = -1;
  return 0;
}

static int yogi_try_mutex(pthread_mutex_t *mutex)
{
  if (LOCK(mutex) && KIND(mutex) == PTHREAD_MUTEX_RECURSIVE) {
    COUNT(mutex)++;
    return 0;
  }
  if (LOCK(mutex) != 0 || __VERIFIER_nondet_int())
    return EBUSY;
  LOCK(mutex) = -1;
  return 0;
}

YOGI_WEAK int pthread_mutex_trylock(pthread_mutex_t *mutex) { return yogi_try_mutex(mutex); }

// Who waits for a time only may get no lock: it is over, or was none.
static int yogi_no_lock_until(const struct timespec *until)
{
  int isTime = 0 <= until->tv_nsec && until->tv_nsec < 1000000000;
  return isTime || __VERIFIER_nondet_int() ? ETIMEDOUT : EINVAL;
}

YOGI_WEAK int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
  if (LOCK(mutex) && KIND(mutex) == PTHREAD_MUTEX_ERRORCHECK)
    return EDEADLK;
  return yogi_try_mutex(mutex) ? yogi_no_lock_until(until) : 0;
}

YOGI_WEAK int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
  if (!LOCK(mutex) && (KIND(mutex) == PTHREAD_MUTEX_ERRORCHECK || KIND(mutex) == PTHREAD_MUTEX_RECURSIVE))
    return EPERM;
  if (KIND(mutex) == PTHREAD_MUTEX_RECURSIVE && COUNT(mutex) > 0)
    COUNT(mutex)--;
  else
    LOCK(mutex) = 0;
  return 0;
}

YOGI_WEAK int pthread_mutex_destroy(pthread_mutex_t *mutex) { return LOCK(mutex) ? EBUSY : 0; }

YOGI_WEAK int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
  if (yogi_fails())
    return yogi_no_lock();
  *(int *)lock = 0;
  return 0;
}

// Who holds it to write is told so; the C library does that, and another one may let it wait for ever.
YOGI_WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock < 0)
    return EDEADLK;
  ++*(int *)lock;
  return 0;
}

static int yogi_try_reading(pthread_rwlock_t *lock)
{
  if (*(int *)lock < 0 || __VERIFIER_nondet_int())
    return EBUSY;
  ++*(int *)lock;
  return 0;
}

YOGI_WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return yogi_try_reading(lock); }
YOGI_WEAK int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
  if (*(int *)lock < 0 && __VERIFIER_nondet_int())
    return EDEADLK;
  return yogi_try_reading(lock) ? yogi_no_lock_until(until) : 0;
}

YOGI_WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock < 0)
    return EDEADLK;
  __VERIFIER_assume(*(int *)lock == 0);
  *(int *)lock = -1;
  return 0;
}

static int yogi_try_writing(pthread_rwlock_t *lock)
{
  if (*(int *)lock != 0 || __VERIFIER_nondet_int())
    return EBUSY;
  *(int *)lock = -1;
  return 0;
}

YOGI_WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) { return yogi_try_writing(lock); }
YOGI_WEAK int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
  if (*(int *)lock < 0 && __VERIFIER_nondet_int())
    return EDEADLK;
  return yogi_try_writing(lock) ? yogi_no_lock_until(until) : 0;
}

YOGI_WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock > 0)
    --*(int *)lock;
  else
    *(int *)lock = 0;
  return 0;
}

// A lock that is held may be destroyed, and need not.
YOGI_WEAK int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return *(int *)lock && __VERIFIER_nondet_int() ? EBUSY : 0; }

static int yogi_try(void) { return yogi_fails() ? -1 : 0; }
YOGI_WEAK int setuid(uid_t user) { return yogi_try(); }
YOGI_WEAK int setgid(gid_t group) { return yogi_try(); }
YOGI_WEAK int setgroups(size_t n, const gid_t *groups) { return yogi_try(); }
YOGI_WEAK int initgroups(const char *user, gid_t group) { return yogi_try(); }

// What is executed in the program's place never comes back.
YOGI_WEAK int execv(const char *path, char *const words[])
{
  __VERIFIER_assume(yogi_fails());
  return -1;
}
YOGI_WEAK int execve(const char *path, char *const words[], char *const environment[]) { return execv(path, words); }
YOGI_WEAK int execvp(const char *name, char *const words[]) { return execv(name, words); }
YOGI_WEAK int system(const char *command) { return __VERIFIER_nondet_int(); }

// Of the two processes a run is that of one, and what the other does is outside.
YOGI_WEAK pid_t fork(void)
{
  pid_t child = __VERIFIER_nondet_int();
  if (yogi_fails())
    return -1;
  __VERIFIER_assume(child >= 0);
  return child;
}

// What was installed for each signal; signals come where the program waits. Most programs handle
// none: that is said by a variable, so that it is known without a look at the table.
#define YOGI_SIGNALS 65
static void (*yogi_handlers[YOGI_SIGNALS])(int);
static void (*yogi_informed[YOGI_SIGNALS])(int, siginfo_t *, void *); // those with SA_SIGINFO; the others are null
static int yogi_flags[YOGI_SIGNALS];
static sigset_t yogi_masks[YOGI_SIGNALS];
static int yogi_handles_signals;

// A signal that comes while it is blocked waits: behind a change of the mask any may be blocked, and in a handler too.
static int yogi_is_masked, yogi_is_handling, yogi_waits;

// What is told about a signal may be anything. What it interrupted nobody may look at.
static void yogi_inform(unsigned number)
{
  siginfo_t information;
  yogi_fill((char *)&information, sizeof information);
  information.si_signo = (int)number;
  yogi_informed[number]((int)number, &information, NULL);
}

// yogi_handle calls the handler of a signal, and tells whether there is one.
static int yogi_handle(unsigned number)
{
  if (yogi_informed[number]) {
    yogi_is_handling++;
    yogi_inform(number);
    yogi_is_handling--;
    return 1;
  }
  if (yogi_handlers[number] == SIG_DFL || yogi_handlers[number] == SIG_IGN)
    return 0;
  yogi_is_handling++;
  yogi_handlers[number]((int)number);
  yogi_is_handling--;
  return 1;
}

int yogi_signals(void)
{
  int came = 0;
  if (!yogi_handles_signals)
    return 0;
  while (__VERIFIER_nondet_int()) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number < YOGI_SIGNALS && yogi_handle(number))
      came = 1;
  }
  return came;
}

// What the system does with a signal that nobody handles ends the program, but for these.
YOGI_WEAK int raise(int number)
{
  if (number < 0 || number >= YOGI_SIGNALS) {
    errno = EINVAL;
    return -1;
  }
  if (number == 0)
    return 0;
  if ((yogi_is_masked || yogi_is_handling) && __VERIFIER_nondet_int()) {
    yogi_waits = 1;
    return 0;
  }
  if (yogi_handle((unsigned)number)) {
    if (yogi_waits && !yogi_is_handling) {
      yogi_waits = yogi_is_masked;
      yogi_signals();
    }
    return 0;
  }
  if (yogi_handlers[number] == SIG_IGN)
    return 0;
  if (number != SIGCONT && number != SIGCHLD && number != 23 && number != 28 && !(number >= SIGSTOP && number <= 22)) // SIGURG, SIGWINCH, SIGTTOU
    __builtin_abort();
  return 0;
}

YOGI_WEAK int kill(pid_t process, int number)
{
  if (process == getpid() || process == 0)
    return raise(number);
  if (yogi_fails())
    return -1;
  yogi_signals();
  return 0;
}

// abort calls a handler of its signal before it ends the program.
void yogi_unsupported(const char *what) { __builtin_abort(); }
static void yogi_no_abort(int number, int isHandled)
{
  if (number == SIGABRT && isHandled)
    yogi_unsupported("a handler of SIGABRT");
}

void (*signal(int number, void (*handler)(int)))(int)
{
  void (*before)(int);
  if (number < 1 || number >= YOGI_SIGNALS) {
    errno = EINVAL;
    return SIG_ERR;
  }
  if (yogi_fails())
    return SIG_ERR;
  yogi_no_abort(number, handler != SIG_DFL && handler != SIG_IGN);
  before = yogi_informed[number] ? (void (*)(int))yogi_informed[number] : yogi_handlers[number];
  yogi_handlers[number] = handler;
  yogi_informed[number] = NULL;
  yogi_flags[number] = SA_RESTART;
  yogi_masks[number] = (sigset_t){ 0 };
  yogi_handles_signals = 1;
  return before;
}

// Only these two signals cannot be handled.
YOGI_WEAK int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
  struct sigaction was;
  if (number < 1 || number >= YOGI_SIGNALS || action && (number == SIGKILL || number == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  if (yogi_informed[number])
    was.sa_sigaction = yogi_informed[number];
  else
    was.sa_handler = yogi_handlers[number];
  was.sa_flags = yogi_flags[number];
  was.sa_mask = yogi_masks[number];
  if (action) {
    yogi_no_abort(number, action->sa_flags & SA_SIGINFO || action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
    int isInformed = (action->sa_flags & SA_SIGINFO) != 0;
    yogi_handlers[number] = isInformed ? SIG_DFL : action->sa_handler;
    yogi_informed[number] = isInformed ? action->sa_sigaction : NULL;
    yogi_flags[number] = action->sa_flags;
    yogi_masks[number] = action->sa_mask;
    yogi_handles_signals = 1;
  }
  if (before)
    *before = was;
  return 0;
}

// What waited comes where it is not blocked any more.
static int yogi_mask(const sigset_t *set, sigset_t *before)
{
  if (before)
    yogi_fill((char *)before, sizeof *before);
  if (set) {
    yogi_is_masked = 1;
    yogi_signals();
  }
  return 0;
}
YOGI_WEAK int sigprocmask(int how, const sigset_t *set, sigset_t *before) { return yogi_fails() ? -1 : yogi_mask(set, before); }
YOGI_WEAK int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
  return how < SIG_BLOCK || how > SIG_SETMASK ? EINVAL : yogi_mask(set, before);
}

static int yogi_interrupted(void)
{
  yogi_signals();
  errno = EINTR;
  return -1;
}
YOGI_WEAK int pause(void) { return yogi_interrupted(); }
YOGI_WEAK int sigsuspend(const sigset_t *mask) { return yogi_interrupted(); }

// A sleep ends early where a signal comes.
static int yogi_sleep(void)
{
  if (!yogi_signals())
    return 0;
  errno = EINTR;
  return -1;
}
YOGI_WEAK int usleep(useconds_t microseconds) { return yogi_sleep(); }
static void yogi_sleep_left(struct timespec *left)
{
  if (!left)
    return;
  left->tv_sec = __VERIFIER_nondet_long();
  left->tv_nsec = __VERIFIER_nondet_long();
  __VERIFIER_assume(left->tv_sec >= 0 && left->tv_nsec >= 0 && left->tv_nsec < 1000000000);
}
YOGI_WEAK int nanosleep(const struct timespec *time, struct timespec *left)
{
  long seconds = time->tv_sec; // the two may be one object
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000 || seconds < 0) {
    errno = EINVAL;
    return -1;
  }
  if (!yogi_sleep())
    return 0;
  yogi_sleep_left(left);
  __VERIFIER_assume(!left || left->tv_sec <= seconds);
  return -1;
}
// Flag 1 is TIMER_ABSTIME.
YOGI_WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000 || __VERIFIER_nondet_int())
    return EINVAL;
  if (!yogi_sleep())
    return 0;
  if (!(flags & 1))
    yogi_sleep_left(left);
  return EINTR;
}

// What is ready is part of what was asked for; the words behind the last descriptor stay.
static long yogi_choose(fd_set *set, int n)
{
  long chosen = 0;
  if (set)
    for (unsigned i = 0; i < sizeof *set / sizeof(long) && i * 8 * sizeof(long) < (unsigned)n; i++)
      chosen |= ((long *)set)[i] &= __VERIFIER_nondet_long();
  return chosen;
}

// How much of the time is left is said by some systems.
static void yogi_time_left(struct timeval *time)
{
  long seconds = __VERIFIER_nondet_long(), rest = __VERIFIER_nondet_long();
  if (!time || !__VERIFIER_nondet_int())
    return;
  __VERIFIER_assume(seconds >= 0 && rest >= 0 && rest < 1000000);
  __VERIFIER_assume(time->tv_usec >= 1000000 || seconds < time->tv_sec || seconds == time->tv_sec && rest <= time->tv_usec);
  time->tv_sec = seconds;
  time->tv_usec = rest;
}

// The result is 0 where nothing is ready, which ends a wait only where it has a time.
static int yogi_select(int n, fd_set *in, fd_set *out, fd_set *other, int has_time)
{
  int ready = __VERIFIER_nondet_int();
  long chosen;
  yogi_signals();
  if (n < 0) {
    errno = EINVAL;
    return -1;
  }
  if (yogi_fails())
    return -1;
  chosen = yogi_choose(in, n);
  chosen |= yogi_choose(out, n);
  chosen |= yogi_choose(other, n);
  __VERIFIER_assume(ready >= 0 && ready <= 3 * 1024 && (ready != 0) == (chosen != 0) && (ready || has_time));
  return ready;
}

YOGI_WEAK int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *timeout)
{
  int ready = yogi_select(n, in, out, other, timeout != NULL);
  yogi_time_left(timeout);
  return ready;
}

YOGI_WEAK int pselect(int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *timeout, const sigset_t *mask)
{
  return yogi_select(n, in, out, other, timeout != NULL);
}

// It counts those of which something is told.
static int yogi_poll(struct pollfd *set, nfds_t n, int has_time)
{
  int ready = 0;
  yogi_signals();
  if (yogi_fails())
    return -1;
  for (nfds_t i = 0; i < n; i++) {
    set[i].revents = (short)__VERIFIER_nondet_int();
    __VERIFIER_assume(set[i].fd >= 0 || !set[i].revents);
    ready += set[i].revents != 0;
  }
  __VERIFIER_assume(ready || has_time);
  return ready;
}

YOGI_WEAK int poll(struct pollfd *set, nfds_t n, int timeout) { return yogi_poll(set, n, timeout >= 0); }
YOGI_WEAK int ppoll(struct pollfd *set, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
  return yogi_poll(set, n, timeout != NULL);
}

// What is told of a descriptor has twelve bytes, packed, with each kind of processor that is known here.
YOGI_WEAK int epoll_wait(int descriptor, void *events, int n, int timeout)
{
  int ready = __VERIFIER_nondet_int();
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (n <= 0) {
    errno = EINVAL;
    return -1;
  }
  if (yogi_fails())
    return -1;
  __VERIFIER_assume(ready >= 0 && ready <= n && (ready || timeout >= 0));
  yogi_fill(events, 12L * ready);
  return ready;
}

// The end of a child is told of by a signal, too.
pid_t yogi_wait_for(pid_t process, int *status, int options)
{
  pid_t child = __VERIFIER_nondet_int();
  yogi_signals();
  if (yogi_fails())
    return -1;
  if (options & WNOHANG && __VERIFIER_nondet_int())
    return 0;
  __VERIFIER_assume(child > 0 && (process <= 0 || child == process));
  if (status)
    *status = __VERIFIER_nondet_int();
  return child;
}
YOGI_WEAK pid_t waitpid(pid_t process, int *status, int options) { return yogi_wait_for(process, status, options); }
YOGI_WEAK pid_t wait(int *status) { return yogi_wait_for(-1, status, 0); }

// A signal that is waited for is not handled; others are.
static int yogi_take_signal(siginfo_t *information)
{
  int number = __VERIFIER_nondet_int();
  yogi_signals();
  if (yogi_fails())
    return -1;
  __VERIFIER_assume(number > 0 && number < YOGI_SIGNALS);
  if (information) {
    yogi_fill((char *)information, sizeof *information);
    information->si_signo = number;
  }
  return number;
}
YOGI_WEAK int sigwaitinfo(const sigset_t *set, siginfo_t *information) { return yogi_take_signal(information); }
YOGI_WEAK int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *timeout)
{
  return yogi_take_signal(information);
}
YOGI_WEAK int sigwait(const sigset_t *set, int *number)
{
  int taken = yogi_take_signal(NULL);
  if (taken < 0)
    return errno;
  *number = taken;
  return 0;
}

YOGI_WEAK unsigned sleep(unsigned seconds)
{
  unsigned left = __VERIFIER_nondet_uint();
  if (!yogi_signals())
    return 0;
  __VERIFIER_assume(left <= seconds);
  return left;
}
