// CHECK: reach
// FALSE(unreach-call) executed
// The call whose result nothing needs is left out, so what it would not come back from does not keep the run.
#include <assert.h>

int nondet_int(void);

__attribute__((pure)) static int wait_for(int n)
{
  while (n != 0)
    ;
  return n;
}

int main(void)
{
  int n = nondet_int();
  wait_for(n);
  assert(n == 0);
  return 0;
}
