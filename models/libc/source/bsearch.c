/* approximate: the element to compare with is any one that is left, so the result is any of those that are equal. */
#include <stdlib.h>

size_t __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(low <= middle && middle < high);
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0)
      return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}
