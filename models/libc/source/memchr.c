#include <string.h>

void *memchr(const void *object, int c, size_t size)
{
  const unsigned char *at = object;
  for (size_t i = 0; i < size; i++)
    if (at[i] == (unsigned char)c)
      return (void *)(at + i);
  return 0;
}
