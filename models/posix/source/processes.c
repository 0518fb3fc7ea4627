// Locks, users and signals. A lock is a word of what the program keeps for it: 0 is free, n > 0 held by n readers, -1 by a writer.
#include "system.h"
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
  if (yogi_fails())
    return EAGAIN;
  *(int *)mutex = 0;
  return 0;
}

// Who holds the mutex waits for ever. Otherwise locking one succeeds.
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
  __VERIFIER_assume(*(int *)mutex == 0);
  *(int *)mutex = -1;
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
  if (*(int *)mutex != 0 || __VERIFIER_nondet_int())
    return EBUSY;
  *(int *)mutex = -1;
  return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
  *(int *)mutex = 0;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return *(int *)mutex ? EBUSY : 0; }

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
  if (yogi_fails())
    return EAGAIN;
  *(int *)lock = 0;
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
  __VERIFIER_assume(*(int *)lock >= 0);
  ++*(int *)lock;
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock < 0 || __VERIFIER_nondet_int())
    return EBUSY;
  ++*(int *)lock;
  return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
  __VERIFIER_assume(*(int *)lock == 0);
  *(int *)lock = -1;
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock != 0 || __VERIFIER_nondet_int())
    return EBUSY;
  *(int *)lock = -1;
  return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
  if (*(int *)lock > 0)
    --*(int *)lock;
  else
    *(int *)lock = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return *(int *)lock ? EBUSY : 0; }

static int yogi_try(void) { return yogi_fails() ? -1 : 0; }
int setuid(uid_t user) { return yogi_try(); }
int setgid(gid_t group) { return yogi_try(); }
int setgroups(size_t n, const gid_t *groups) { return yogi_try(); }
int initgroups(const char *user, gid_t group) { return yogi_try(); }

// What is executed in the program's place never comes back.
int execv(const char *path, char *const words[])
{
  __VERIFIER_assume(yogi_fails());
  return -1;
}
int execve(const char *path, char *const words[], char *const environment[]) { return execv(path, words); }
int execvp(const char *name, char *const words[]) { return execv(name, words); }
int system(const char *command) { return __VERIFIER_nondet_int(); }

// Of the two processes a run is that of one, and what the other does is outside.
pid_t fork(void)
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

// What is told about a signal may be anything. What it interrupted nobody may look at.
static void yogi_inform(unsigned number)
{
  siginfo_t information;
  yogi_fill((char *)&information, sizeof information);
  information.si_signo = (int)number;
  yogi_informed[number]((int)number, &information, NULL);
}

int yogi_signals(void)
{
  int came = 0;
  if (!yogi_handles_signals)
    return 0;
  while (__VERIFIER_nondet_int()) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number >= YOGI_SIGNALS)
      continue;
    if (yogi_informed[number]) {
      came = 1;
      yogi_inform(number);
    } else if (yogi_handlers[number] != SIG_DFL && yogi_handlers[number] != SIG_IGN) {
      came = 1;
      yogi_handlers[number]((int)number);
    }
  }
  return came;
}

void (*signal(int number, void (*handler)(int)))(int)
{
  void (*before)(int);
  if (number < 1 || number >= YOGI_SIGNALS || yogi_fails())
    return SIG_ERR;
  before = yogi_informed[number] ? (void (*)(int))yogi_informed[number] : yogi_handlers[number];
  yogi_handlers[number] = handler;
  yogi_informed[number] = NULL;
  yogi_flags[number] = SA_RESTART;
  yogi_masks[number] = (sigset_t){ 0 };
  yogi_handles_signals = 1;
  return before;
}

// Only these two signals cannot be handled.
int sigaction(int number, const struct sigaction *action, struct sigaction *before)
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

int pause(void)
{
  yogi_signals();
  errno = EINTR;
  return -1;
}

unsigned sleep(unsigned seconds)
{
  unsigned left = __VERIFIER_nondet_uint();
  if (!yogi_signals())
    return 0;
  __VERIFIER_assume(left <= seconds);
  return left;
}
