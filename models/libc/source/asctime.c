/* approximate, as asctime_r is. One object for all calls, which later ones overwrite; years of many digits make the text
   longer. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *asctime(const struct tm *parts)
{
  static char to[120];
  if (asctime_r(parts, to) != 0 && to[24] == '\n') /* as each text ends that C says; any other may be this one as well */
    return to;
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  memcpy(to, text, sizeof to);
  to[sizeof to - 1] = 0;
  return parts == 0 || __VERIFIER_nondet_bool() ? 0 : to;
}
