/* approximate: any text, the one of an earlier call or another. The text of a number without a name glibc frees when it
   makes the next one. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __yogi_may_end(void *object);

char *strsignal(int number)
{
  static char *last;
  static _Bool made;
  _Bool is_known = number >= 1 && number <= 31;
  if (last == 0 || __VERIFIER_nondet_bool()) {
    if (made && !is_known)
      __yogi_may_end(last);
    made = 0;
    last = (char *)__VERIFIER_nondet_pchar();
    __VERIFIER_assume(last != 0);
  }
  made = made || !is_known;
  return last;
}
