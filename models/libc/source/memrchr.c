#include <stddef.h>

void *memrchr(const void *object, int c, size_t size)
{
  const unsigned char *at = object;
  while (size > 0) {
    size--;
    if (at[size] == (unsigned char)c)
      return (void *)(at + size);
  }
  return 0;
}
