/* approximate: the name of any locale, that of an earlier call or another; null if there is no such locale. A call that
   chooses one may free the name of the last. */
#include <locale.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __yogi_may_end(void *object);

char *setlocale(int category, const char *locale)
{
  static char *last;
  if (__VERIFIER_nondet_bool())
    return 0;
  if (__VERIFIER_nondet_bool()) {
    if (locale != 0)
      __yogi_may_end(last);
    last = (char *)__VERIFIER_nondet_pchar();
  }
  return last;
}
