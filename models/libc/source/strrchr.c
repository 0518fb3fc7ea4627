#include <string.h>

char *strrchr(const char *text, int c)
{
  const char *found = 0;
  for (;; text++) {
    if (*text == (char)c)
      found = text;
    if (*text == 0)
      return (char *)found;
  }
}
