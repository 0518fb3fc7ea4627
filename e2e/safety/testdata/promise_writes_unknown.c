// CHECK: reach
// UNKNOWN(unsupported)
// Undefined: compilers make one call of the two, with no optimisation two.
#include <assert.h>

int nondet_int(void);

static int calls;

static void count(int *counter) { ++*counter; }

__attribute__((pure)) static int twice(int n)
{
  count(&calls);
  return 2 * n;
}

int main(void)
{
  int n = nondet_int(), both = twice(n) + twice(n);
  assert(calls == 2);
  return both;
}
