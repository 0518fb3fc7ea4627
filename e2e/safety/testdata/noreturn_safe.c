// CHECK: reach
// TRUE
// The function never comes back: it ends the program, or calls a function that does.
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

static _Noreturn void leave(int status)
{
  if (status < 0)
    abort();
  exit(status);
}

int main(void)
{
  int n = nondet_int();
  if (n != 3)
    leave(n);
  assert(n == 3);
  return 0;
}
