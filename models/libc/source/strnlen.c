#include <stddef.h>

size_t strnlen(const char *text, size_t most)
{
  size_t n = 0;
  while (n < most && text[n] != 0)
    n++;
  return n;
}
