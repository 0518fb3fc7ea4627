#include <string.h>

char *strncat(char *restrict to, const char *restrict from, size_t most)
{
  char *end = to + strlen(to);
  size_t i = 0;
  while (i < most && from[i] != 0) {
    end[i] = from[i];
    i++;
  }
  end[i] = 0;
  return to;
}
