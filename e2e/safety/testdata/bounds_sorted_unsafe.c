// CHECK: bounds
// FALSE(valid-deref) interpreted
// The call is the error. A compiled test fails in the function that compares, as the sanitizer does not look into qsort.
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int numbers[2] = {2, 1};
  qsort(numbers, 3, sizeof numbers[0], compare);
  return 0;
}
