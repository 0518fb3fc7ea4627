// CHECK: div,overflow
// FALSE(no-overflow) executed
#include <inttypes.h>
long __VERIFIER_nondet_long(void);

int main(void)
{
  long x = __VERIFIER_nondet_long();
  if (x == 0)
    return 0;
  return imaxdiv(INTMAX_MIN, x).rem == 1;
}
