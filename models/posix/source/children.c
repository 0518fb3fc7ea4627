// Waits for children that tell more of them. The functions are not declared here by <sys/wait.h>, which not everywhere has all.
#include "system.h"
#include <signal.h>

// What a child has used begins with two times, and fourteen numbers follow.
static pid_t yogi_wait_and_tell(pid_t process, int *status, int options, void *usage)
{
  pid_t child = yogi_wait_for(process, status, options);
  if (child > 0 && usage)
    yogi_fill(usage, 18 * sizeof(long));
  return child;
}
YOGI_WEAK pid_t wait4(pid_t process, int *status, int options, void *usage)
{
  return yogi_wait_and_tell(process, status, options, usage);
}
YOGI_WEAK pid_t wait3(int *status, int options, void *usage) { return yogi_wait_and_tell(-1, status, options, usage); }

// Where nothing has happened there is no process, as flag 1, WNOHANG, allows.
YOGI_WEAK int waitid(unsigned kind, unsigned which, siginfo_t *information, int options)
{
  yogi_signals();
  if (yogi_fails())
    return -1;
  if (!information)
    return 0;
  yogi_fill((char *)information, sizeof *information);
  if (options & 1 && __VERIFIER_nondet_int()) {
    information->si_signo = 0;
    information->si_pid = 0;
    return 0;
  }
  information->si_signo = SIGCHLD;
  __VERIFIER_assume(information->si_pid > 0);
  return 0;
}
