/* approximate: any text, the one of an earlier call or another. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *strsignal(int number)
{
  static char *last;
  if (last == 0 || __VERIFIER_nondet_bool()) {
    last = (char *)__VERIFIER_nondet_pchar();
    __VERIFIER_assume(last != 0);
  }
  return last;
}
