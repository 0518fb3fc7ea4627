/* approximate: any text that fits, in all of the 26 characters. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *asctime_r(const struct tm *restrict parts, char *restrict to)
{
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  memcpy(to, text, 26);
  if (parts == 0 || __VERIFIER_nondet_bool())
    return 0;
  to[25] = 0;
  return to;
}
