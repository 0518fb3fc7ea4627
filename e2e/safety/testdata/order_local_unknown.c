// CHECK: reach
// UNKNOWN(unsupported)
// Undefined (C11 6.5p2): gcc adds what the variable holds in the end, 2 + 2, which is neither order of the operands.
#include <assert.h>

int main(void)
{
  int i = 0;
  int sum = (i = 1) + (i = 2);
  assert(sum == 3);
  return 0;
}
