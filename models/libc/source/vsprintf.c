/* approximate: any text of any length, whatever the format and the arguments say. */
#include <stdarg.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
  int length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= -1);
  size_t written = length < 0 ? 0 : (size_t)length;
  for (size_t i = 0; i < written; i++)
    to[i] = __VERIFIER_nondet_char();
  to[written] = 0;
  return length;
}
