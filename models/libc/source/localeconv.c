/* approximate: any conventions. One object for all calls, which later ones overwrite. */
#include <locale.h>

char __VERIFIER_nondet_char(void);
const char *__VERIFIER_nondet_pchar(void);
void __VERIFIER_assume(int condition);

static char *text(void)
{
  char *text = (char *)__VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  return text;
}

struct lconv *localeconv(void)
{
  static struct lconv all;
  all.decimal_point = text();
  all.thousands_sep = text();
  all.grouping = text();
  all.int_curr_symbol = text();
  all.currency_symbol = text();
  all.mon_decimal_point = text();
  all.mon_thousands_sep = text();
  all.mon_grouping = text();
  all.positive_sign = text();
  all.negative_sign = text();
  all.int_frac_digits = __VERIFIER_nondet_char();
  all.frac_digits = __VERIFIER_nondet_char();
  all.p_cs_precedes = __VERIFIER_nondet_char();
  all.p_sep_by_space = __VERIFIER_nondet_char();
  all.n_cs_precedes = __VERIFIER_nondet_char();
  all.n_sep_by_space = __VERIFIER_nondet_char();
  all.p_sign_posn = __VERIFIER_nondet_char();
  all.n_sign_posn = __VERIFIER_nondet_char();
  __VERIFIER_assume(all.decimal_point[0] != 0);
  return &all;
}
