// CHECK: reach
// FALSE(unreach-call) executed
#include <assert.h>
#include <fenv.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3)
    return 0;
  float x = n;
  fesetround(FE_DOWNWARD);
  float low = x / 3;
  fesetround(FE_UPWARD);
  float high = x / 3;
  assert(low < high && fegetround() == FE_UPWARD);
  return 0;
}
