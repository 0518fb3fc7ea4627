// CHECK: bounds
// UNKNOWN(model)
// The first argument may be the last element, but the machine's qsort never gives it so.
#include <stdlib.h>

static int by_next(const void *p, const void *q)
{
  const int *left = p, *right = q;
  return left[1] - *right;
}

int main(void)
{
  int numbers[3] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, by_next);
  return 0;
}
