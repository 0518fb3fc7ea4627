#include <stdlib.h>
#include <string.h>

char *strdup(const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (copy != 0)
    memcpy(copy, text, size);
  return copy;
}
