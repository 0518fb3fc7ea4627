#include <string.h>

size_t strspn(const char *text, const char *accepted)
{
  size_t n = 0;
  while (text[n] != 0 && strchr(accepted, text[n]) != 0)
    n++;
  return n;
}
