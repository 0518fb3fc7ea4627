// CHECK: bounds
// TRUE
// No bytes are copied where the search failed.
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
    memcpy(to, from, 0);
  }
  return 0;
}
