// CHECK: bounds
// TRUE
#include <stdio.h>
int main(int argc, char **argv) {
  char name[3];
  if (scanf("%2s", name) != 1 || argc < 2)
    return 1;
  printf("%s %s\n", name, argv[1]);
  return 0;
}
