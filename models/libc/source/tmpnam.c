/* approximate: any text, in the object of the caller or in one that later calls overwrite. */
#include <stdio.h>
#include <string.h>

const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *tmpnam(char to[])
{
  static char own[L_tmpnam];
  const char *text = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  if (to == 0)
    to = own;
  memcpy(to, text, L_tmpnam);
  to[L_tmpnam - 1] = 0;
  return __VERIFIER_nondet_bool() ? 0 : to;
}
