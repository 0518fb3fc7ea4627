// CHECK: bounds
// TRUE
// A read that fails is -1.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char block[64];
  ssize_t n = read(0, block, sizeof block);
  if (n < 1)
    return 0;
  return fwrite(block, 1, n, stdout) != (size_t)n;
}
