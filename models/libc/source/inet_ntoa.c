/* approximate: any text. One object for all calls, which later ones overwrite. */
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

struct in_addr { unsigned s_addr; };

char *inet_ntoa(struct in_addr address)
{
  static char to[18];
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  memcpy(to, text, sizeof to);
  to[sizeof to - 1] = 0;
  return to;
}
