// CHECK: reach
// UNKNOWN(undefined)
// Undefined: no compiler divides for a value that nothing needs, so the run goes on to the failure.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int by = nondet_int();
  (void)(100 / by);
  assert(by != 0);
  return 0;
}
