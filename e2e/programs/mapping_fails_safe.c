// SAFE
// A mapping that fails is -1 in the place of a pointer, and so it is compared.
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
  char *at = mmap(NULL, 16, PROT_READ, MAP_PRIVATE, 9, 0);
  int failed = at == (char *)-1;
  assert((at == MAP_FAILED) == failed);
  return 0;
}
