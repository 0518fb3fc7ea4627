// CHECK: div
// FALSE(no-division-by-zero) executed
#include <inttypes.h>
long __VERIFIER_nondet_long(void);

int main(void)
{
  long x = __VERIFIER_nondet_long();
  if (x == 1)
    return 0;
  return imaxdiv(7, x).rem == 1;
}
