/* approximate: any text, or null. One object for all calls, which later ones overwrite. */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *getlogin(void)
{
  static char to[256];
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  memcpy(to, text, sizeof to);
  to[sizeof to - 1] = 0;
  return __VERIFIER_nondet_bool() ? 0 : to;
}
