// CHECK: reach
// FALSE(unreach-call) executed
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0, digits = 0;
  if (scanf("%d %2d", &x, &digits) == 2)
    assert(x != 7 || digits < 99);
  return 0;
}
