// CHECK: reach
// UNKNOWN(unsupported)
// Undefined: the call is left out, as its result is not needed, and the failure with it.
#include <assert.h>

int nondet_int(void);

__attribute__((const)) static int checked(int n)
{
  assert(n >= 0);
  return n;
}

int main(void)
{
  (void)checked(nondet_int());
  return 0;
}
