/* approximate: the name of any locale, that of an earlier call or another; null if there is no such locale. */
#include <locale.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);

char *setlocale(int category, const char *locale)
{
  static char *last;
  if (__VERIFIER_nondet_bool())
    return 0;
  if (__VERIFIER_nondet_bool())
    last = (char *)__VERIFIER_nondet_pchar();
  return last;
}
