// CHECK: div,overflow
// TRUE
#include <inttypes.h>
long __VERIFIER_nondet_long(void);

int main(void)
{
  long x = __VERIFIER_nondet_long();
  if (x == 0 || x == -1)
    return 0;
  return imaxdiv(INTMAX_MIN, x).rem == 1;
}
