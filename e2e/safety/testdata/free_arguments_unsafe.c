// CHECK: double-free
// FALSE(valid-free) executed
// The texts that main is called with are not of the heap.
#include <stdlib.h>

int main(int argc, char **argv)
{
  if (argc > 1)
    free(argv[1]);
  return 0;
}
