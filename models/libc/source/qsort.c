#include <stdlib.h>

/* C leaves the order of equal elements open; like glibc while memory lasts, this keeps it. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
  char *array = base;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0 && compare(array + (j - 1) * size, array + j * size) > 0; j--) {
      char *left = array + (j - 1) * size, *right = array + j * size;
      for (size_t k = 0; k < size; k++) {
        char byte = left[k];
        left[k] = right[k];
        right[k] = byte;
      }
    }
  }
}
