/* bound to the machine's C library, as signal is, whose handlers it installs.
   What waits while a handler runs matters to who asks for it alone, since no handler is modelled that another one could
   interrupt. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>

void yogi_unsupported(const char *what);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
_Bool __yogi_only_notes(void (*function)(int));

void (*__yogi_handlers[65])(int);
_Bool __yogi_informed[65];

enum { bits = 8 * sizeof(unsigned long) };
unsigned long long __yogi_kept[65]; /* the signals that wait while the handler runs, none at the start */

static _Bool is_sent_by_faults(int number)
{
  return number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE || number == SIGSEGV;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
  if (number < 1 || number > 64 || number == 32 || number == 33 || action != 0 && (number == SIGKILL || number == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  void (*before)(int) = __yogi_handlers[number];
  unsigned long long kept = __yogi_kept[number];
  if (action != 0) {
    void (*function)(int) = action->sa_handler;
    int flags = action->sa_flags;
    if (function != SIG_DFL && function != SIG_IGN) {
      if (is_sent_by_faults(number))
        yogi_unsupported("a handler of a signal that abort or a fault of the program sends");
      if (!__yogi_only_notes(function) && __VERIFIER_nondet_bool())
        yogi_unsupported("a handler of a signal that arrives while the program runs");
    }
    __yogi_handlers[number] = function;
    const unsigned long *words = (const unsigned long *)&action->sa_mask;
    __yogi_kept[number] = (unsigned long long)words[63 / bits] << (64 - bits) | words[0];
    __yogi_kept[number] &= ~(1ULL << (SIGKILL - 1)) & ~(1ULL << (SIGSTOP - 1)); /* nothing keeps these waiting */
    __yogi_informed[number] = (flags & (SA_SIGINFO | SA_RESETHAND)) != 0;
  }
  if (old != 0) {
    old->sa_handler = before == SIG_DFL && __VERIFIER_nondet_bool() ? SIG_IGN : before; /* as signal says */
    unsigned long *words = (unsigned long *)&old->sa_mask; /* glibc writes no more of it */
    words[63 / bits] = (unsigned long)(kept >> (64 - bits));
    words[0] = (unsigned long)kept;
    old->sa_flags = __VERIFIER_nondet_int();
    old->sa_restorer = 0; /* the library's own, for nobody to read */
  }
  return 0;
}
