// CHECK: reach
// UNKNOWN(unsupported)
// Undefined: the function returns, though it is declared not to, and gcc need write no code behind its call.
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

static _Noreturn void leave(int status)
{
  if (status > 0)
    exit(status);
}

int main(void)
{
  int n = nondet_int();
  if (n != 3) {
    leave(n);
    n = 3;
  }
  assert(n == 3);
  return 0;
}
