// CHECK: bounds
// TRUE
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  return 0;
}
