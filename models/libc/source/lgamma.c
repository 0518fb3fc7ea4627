/* approximate: any number. The sign goes to signgam, except where the compiler knows the result. */
#include <math.h>

double __VERIFIER_nondet_double(void);
_Bool __VERIFIER_nondet_bool(void);

extern int signgam;

double lgamma(double x)
{
  if (__VERIFIER_nondet_bool())
    signgam = __VERIFIER_nondet_bool() ? 1 : -1;
  return __VERIFIER_nondet_double();
}
