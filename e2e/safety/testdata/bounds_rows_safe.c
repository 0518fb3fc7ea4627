// CHECK: bounds
// TRUE
// The length of a row is that of the declaration, and a row may consist of rows.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int n = __VERIFIER_nondet_int() ? 2 : 3, k = n;
  typedef char plane[n][4];
  plane *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  n = 4;
  p[1][k - 1][3] = 1;
  p[0][k - 1][0] = 1;
  free(p);
  return 0;
}
