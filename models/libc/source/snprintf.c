/* approximate: any text of any length, whatever the format and the arguments say. */
#include <stdarg.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
  int length = __VERIFIER_nondet_int();
  __VERIFIER_assume(length >= -1);
  size_t written = length < 0 ? 0 : (size_t)length;
  if (written >= size)
    written = size > 0 ? size - 1 : 0;
  for (size_t i = 0; i < written; i++)
    to[i] = __VERIFIER_nondet_char();
  if (size > 0)
    to[written] = 0;
  return length;
}
