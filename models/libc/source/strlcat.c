#include <string.h>

size_t strlcpy(char *restrict to, const char *restrict from, size_t size);

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
  size_t n = 0;
  while (n < size && to[n] != 0)
    n++;
  return n + strlcpy(to + n, from, size - n);
}
