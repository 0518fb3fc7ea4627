#include <stddef.h>

char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
  size_t n = 0;
  while (n < size && from[n] != 0) {
    to[n] = from[n];
    n++;
  }
  for (size_t i = n; i < size; i++)
    to[i] = 0;
  return to + n;
}
