// CHECK: double-free
// TRUE
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  if (argc > 1) {
    char *copy = strdup(argv[1]);
    free(copy);
  }
  return 0;
}
