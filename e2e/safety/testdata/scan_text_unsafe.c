// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int main(void) {
  char name[5];
  scanf("%5s", name); /* and the zero at its end */
  return 0;
}
