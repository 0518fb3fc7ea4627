/* approximate: what is wrong with a pattern, and how many parts of it are in parentheses, is not looked at. */
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

int regcomp(regex_t *restrict compiled, const char *restrict pattern, int flags)
{
  size_t length = strlen(pattern), parts = (size_t)__VERIFIER_nondet_ulong();
  int failure = __VERIFIER_nondet_int();
  __VERIFIER_assume(failure == 0 || (failure >= REG_BADPAT && failure <= REG_ERPAREN));
  __VERIFIER_assume(parts <= (failure == 0 ? length / 2 : length));
  memset(compiled, 0, sizeof *compiled);
  compiled->re_nsub = parts;
  compiled->__no_sub = (flags & REG_NOSUB) != 0;
  if (failure == 0) { /* where it is kept, which regfree frees */
    compiled->__buffer = malloc(1);
    if (compiled->__buffer == 0)
      failure = REG_ESPACE;
    else
      *(char *)compiled->__buffer = 0;
  }
  if (failure == REG_ESPACE)
    errno = ENOMEM;
  return failure;
}
