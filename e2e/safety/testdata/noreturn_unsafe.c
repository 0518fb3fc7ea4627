// CHECK: reach
// FALSE(unreach-call) executed
// The function ends the program for other numbers only.
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

static _Noreturn void leave(int status)
{
  assert(status != 4);
  exit(status);
}

int main(void)
{
  int n = nondet_int();
  if (n != 3)
    leave(n);
  return 0;
}
