// CHECK: bounds
// TRUE
// Nothing is written where the search failed.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int found(void)
{
  return __VERIFIER_nondet_int() ? 4 : -1;
}

int main(void)
{
  int n = found();
  if (n < 0)
    return 1;
  char *p = alloca(n);
  p[0] = 1;
  return p[0] - 1;
}
