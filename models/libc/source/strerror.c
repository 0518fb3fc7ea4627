/* approximate: any text: the one of an earlier call, another, or the one of unknown numbers, which later calls overwrite. The
   text of an unknown number glibc frees when it makes the next one. */
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __yogi_may_end(void *object);

static _Bool is_known(int number) { return number >= 0 && number <= 133 && number != 41 && number != 58; }

char *strerror(int number)
{
  static char unknown[64], *last;
  static _Bool made;
  if (__VERIFIER_nondet_bool()) {
    const char *text = __VERIFIER_nondet_pchar();
    __VERIFIER_assume(text != 0);
    memcpy(unknown, text, sizeof unknown);
    unknown[sizeof unknown - 1] = 0;
    return unknown;
  }
  if (last == 0 || __VERIFIER_nondet_bool()) {
    if (made && !is_known(number))
      __yogi_may_end(last);
    made = 0;
    last = (char *)__VERIFIER_nondet_pchar();
    __VERIFIER_assume(last != 0);
  }
  made = made || !is_known(number);
  return last;
}
