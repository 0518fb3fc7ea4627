// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int main(void) {
  char name[12];
  printf("Your name: ");
  if (scanf("%s", name) != 1) /* as long as the input has it */
    return 1;
  return 0;
}
