// CHECK: reach
// FALSE(unreach-call) executed
// What is a member of a local structure is written and read in either order.
#include <assert.h>

int main(void)
{
  struct { int n; } at = { 0 };
  int sum = (at.n += 1) + at.n * 10;
  assert(sum != 11);
  return 0;
}
