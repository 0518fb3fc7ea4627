/* bound to the machine's C library, which alone calls the handlers of a compiled program.
   A handler may run whenever the world sends its signal, which is modelled only of those that give values to volatile
   objects and do nothing else: of a program that installs another one there are failing runs, where raise calls it for
   instance, and no proofs. */
#include <errno.h>
#include <signal.h>

void yogi_unsupported(const char *what);
_Bool __VERIFIER_nondet_bool(void);
_Bool __yogi_only_notes(void (*function)(int));

void (*__yogi_handlers[65])(int); /* null: nobody has said what is done, or that it is what the system does */
_Bool __yogi_informed[65]; /* raise does not do what calls such a handler */
unsigned long long __yogi_kept[65]; /* the signals that wait while a handler runs: its own */

static _Bool is_sent_by_faults(int number)
{
  return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE || number == SIGSEGV;
}

void (*signal(int number, void (*function)(int)))(int)
{
  if (number < 1 || number > 64 || number == SIGKILL || number == SIGSTOP || number == 32 || number == 33 || function == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  if (function != SIG_DFL && function != SIG_IGN) {
    if (is_sent_by_faults(number))
      yogi_unsupported("a handler of a signal that abort or a fault of the program sends");
    if (!__yogi_only_notes(function) && __VERIFIER_nondet_bool())
      yogi_unsupported("a handler of a signal that arrives while the program runs");
  }
  void (*old)(int) = __yogi_handlers[number];
  __yogi_handlers[number] = function;
  __yogi_informed[number] = 0;
  __yogi_kept[number] = 1ULL << (number - 1);
  if (old == SIG_DFL && __VERIFIER_nondet_bool()) /* whoever started the program may have said so */
    return SIG_IGN;
  return old;
}
