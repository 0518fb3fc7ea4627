#include <stdlib.h>
#include <string.h>

char *strndup(const char *text, size_t most)
{
  size_t n = 0;
  while (n < most && text[n] != 0)
    n++;
  char *copy = malloc(n + 1);
  if (copy != 0) {
    memcpy(copy, text, n);
    copy[n] = 0;
  }
  return copy;
}
