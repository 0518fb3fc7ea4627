// CHECK: reach,div
// TRUE
// No divisor is zero, of the quotient that is not needed either.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int by = nondet_int();
  if (by == 0)
    return 0;
  (void)(100 / by);
  assert(100 / by <= 100);
  return 0;
}
