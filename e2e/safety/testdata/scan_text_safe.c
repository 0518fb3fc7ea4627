// CHECK: bounds
// TRUE
#include <stdio.h>
int main(void) {
  char name[6], letters[3];
  scanf("%5s%3c", name, letters);
  scanf("%5[^]\n]", name);
  return 0;
}
