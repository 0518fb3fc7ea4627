// CHECK: bounds
// FALSE(valid-deref) executed
// The -1 of a search that failed is the largest size: its sum with the start of the object wraps around.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int found(void)
{
  return __VERIFIER_nondet_int() ? 4 : -1;
}

int main(void)
{
  char from[4] = "abc", to[4];
  switch (found()) {
  case 4:
    memcpy(to, from, 4);
    break;
  default:
    memcpy(to, from, -1);
  }
  return 0;
}
