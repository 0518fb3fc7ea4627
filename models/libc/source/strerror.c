/* approximate: any text: the one of an earlier call, another, or the one of unknown numbers, which later calls overwrite. */
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *strerror(int number)
{
  static char unknown[64], *last;
  if (__VERIFIER_nondet_bool()) {
    const char *text = __VERIFIER_nondet_pchar();
    __VERIFIER_assume(text != 0);
    memcpy(unknown, text, sizeof unknown);
    unknown[sizeof unknown - 1] = 0;
    return unknown;
  }
  if (last == 0 || __VERIFIER_nondet_bool()) {
    last = (char *)__VERIFIER_nondet_pchar();
    __VERIFIER_assume(last != 0);
  }
  return last;
}
