/* bound to the machine's C library, which alone calls the handlers of a compiled program. */
#include <errno.h>
#include <signal.h>

void yogi_unsupported(const char *what);
_Bool __VERIFIER_nondet_bool(void);
void _Exit(int status) __attribute__((noreturn));

void (*__yogi_handlers[65])(int); /* what signal has installed */
_Bool __yogi_informed[65]; /* it was sigaction, which said more of it */
static int running; /* the signal whose handler runs */

int raise(int number)
{
  if (number < 0 || number > 64) {
    errno = EINVAL;
    return -1;
  }
  void (*function)(int) = __yogi_handlers[number];
  if (number == 0 || function == SIG_IGN)
    return 0;
  if (function == SIG_DFL) {
    if (number == SIGCONT || number == SIGCHLD || number == 23 || number == 28) /* SIGURG, SIGWINCH */
      return 0;
    if (number >= SIGSTOP && number <= 22 || number == 32 || number == 33)
      yogi_unsupported("raise of a signal that stops the program");
    if (number != SIGKILL && __VERIFIER_nondet_bool()) /* whoever started the program may have it ignored */
      return 0;
    _Exit(128 + number);
  }
  if (__yogi_informed[number])
    yogi_unsupported("raise of a signal whose handler is told more than its number, or runs once");
  if (running != 0)
    yogi_unsupported("raise in a handler");
  running = number;
  function(number);
  running = 0;
  return 0;
}
