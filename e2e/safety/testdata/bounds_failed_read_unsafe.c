// CHECK: bounds
// FALSE(valid-deref) interpreted
// A read that fails is -1, of which a size makes a large number; the machine's fwrite takes none.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char block[64];
  size_t n = read(0, block, sizeof block);
  if (n < 1)
    return 0;
  return fwrite(block, 1, n, stdout) != n;
}
