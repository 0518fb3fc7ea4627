// CHECK: reach
// TRUE
// What is written and read in one expression is two variables, or one with a sequence point between.
#include <assert.h>

int nondet_int(void);

int main(void)
{
  int a[4] = { 1, 2, 3, 4 };
  int i = 0, j = 0, *from = a + 2, *to = a;
  int sum = a[i++] + a[j++];
  assert(sum == 2 && i == 1 && j == 1);
  sum = (i = 5, i + 1) + j;
  assert(sum == 7);
  *to++ = *from++;
  assert(a[0] == 3);
  if (nondet_int() && (i++, i == 6))
    assert(i == 6);
  return 0;
}
