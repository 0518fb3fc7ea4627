// CHECK: reach
// FALSE(unreach-call) executed
// The run fails before it gets to a place that is said to be out of reach.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int kind = nondet_int();
  assert(kind != 5);
  if (kind == 5)
    __builtin_unreachable();
  return 0;
}
