/* approximate: any text, in whatever language. The numbers of other failures end the program in glibc. */
#include <regex.h>
#include <stdlib.h>

char __VERIFIER_nondet_char(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

size_t regerror(int failure, const regex_t *restrict compiled, char *restrict text, size_t size)
{
  if (failure < 0 || failure > REG_ERPAREN)
    abort();
  size_t needed = (size_t)__VERIFIER_nondet_ulong();
  __VERIFIER_assume(needed >= 1 && needed <= 256);
  if (size == 0)
    return needed;
  size_t copied = needed <= size ? needed - 1 : size - 1;
  for (size_t i = 0; i < copied; i++) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume(c != 0);
    text[i] = c;
  }
  text[copied] = 0;
  return needed;
}
