// UNSAFE
// INPUTS: 3
// A power of two is added to the exponent, and taken away again.
#include <math.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  int exponent;
  float mantissa = frexpf(n, &exponent);
  if (exponent < 1 || exponent > 1 || ldexpf(mantissa, exponent) != n)
    reach_error();
  return 0;
}
