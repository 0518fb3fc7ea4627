// CHECK: bounds
// FALSE(valid-deref) executed
// Where the length is negative the array has no place for the zero (C11 6.7.6.2p5).
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int first(const char *from, int n)
{
  char copy[n + 1];
  if (n > 0)
    memcpy(copy, from, n);
  copy[n] = 0;
  return copy[0];
}

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    return 0;
  return first("abc", n) == 'b';
}
