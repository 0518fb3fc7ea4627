// CHECK: bounds
// TRUE
#include <stdio.h>
int main(void) {
  char name[6], letter;
  scanf("%5s%c", name, &letter);
  scanf("%5[^]\n]", name);
  return 0;
}
