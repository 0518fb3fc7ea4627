/* approximate: any text, or none, is one that a pattern describes, and any part of it the one that a part of the pattern does. */
#include <errno.h>
#include <regex.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int regexec(const regex_t *restrict compiled, const char *restrict text, size_t count, regmatch_t *restrict found, int flags)
{
  long first = 0, last;
  if (flags & REG_STARTEND) {
    first = found[0].rm_so;
    last = found[0].rm_eo;
    if (first < last) { /* the text may have no zero at its end */
      (void)text[first];
      (void)text[last - 1];
    }
  } else {
    last = (long)strlen(text);
  }
  int success = *(const char *)compiled->__buffer; /* 0; what was not compiled, or was freed, has none */
  int failure = __VERIFIER_nondet_bool() ? success : __VERIFIER_nondet_bool() ? REG_NOMATCH : REG_ESPACE;
  if (failure == REG_ESPACE)
    errno = ENOMEM;
  if (compiled->__no_sub)
    return failure;
  for (size_t i = 0; i < count; i++) {
    regoff_t from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (failure == 0) {
      if (i > compiled->re_nsub || (i > 0 && __VERIFIER_nondet_bool()))
        from = to = -1;
      else
        __VERIFIER_assume(first <= from && from <= to && to <= last);
    } else if (__VERIFIER_nondet_bool()) {
      break;
    }
    found[i].rm_so = from;
    found[i].rm_eo = to;
  }
  return failure;
}
