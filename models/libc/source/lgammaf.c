/* approximate: any number. The sign goes to signgam, except where the compiler knows the result. */
#include <math.h>

float __VERIFIER_nondet_float(void);
_Bool __VERIFIER_nondet_bool(void);

extern int signgam;

float lgammaf(float x)
{
  if (__VERIFIER_nondet_bool())
    signgam = __VERIFIER_nondet_bool() ? 1 : -1;
  return __VERIFIER_nondet_float();
}
