// CHECK: reach
// UNKNOWN(unsupported)
// Undefined: without optimisation a run goes on to the failure, also behind assembly that only some runs execute.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int kind = nondet_int();
  if (kind == 5) {
    if (nondet_int())
      asm volatile("ud2");
    __builtin_unreachable();
  }
  assert(kind != 5);
  return 0;
}
