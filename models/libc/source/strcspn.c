#include <string.h>

size_t strcspn(const char *text, const char *rejected)
{
  size_t n = 0;
  while (text[n] != 0 && strchr(rejected, text[n]) == 0)
    n++;
  return n;
}
