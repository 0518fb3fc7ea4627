// CHECK: bounds
// TRUE
#include <stdio.h>
int main(void) {
  char name[100];
  printf("Your name: ");
  if (scanf("%99s", name) != 1)
    return 1;
  return 0;
}
