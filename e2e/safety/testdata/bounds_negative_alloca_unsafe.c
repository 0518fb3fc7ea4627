// CHECK: bounds
// FALSE(valid-deref) executed
// The -1 of a search that failed asks for more bytes than there are: alloca does not fail, but gives no place.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int found(void)
{
  return __VERIFIER_nondet_int() ? 4 : -1;
}

int main(void)
{
  int n = found();
  char *p = alloca(n);
  p[0] = 1;
  return p[0] - 1;
}
