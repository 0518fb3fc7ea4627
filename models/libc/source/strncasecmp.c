#include <ctype.h>
#include <stddef.h>

int strncasecmp(const char *left, const char *right, size_t most)
{
  for (size_t i = 0; i < most; i++) {
    int a = tolower((unsigned char)left[i]), b = tolower((unsigned char)right[i]);
    if (a != b || a == 0)
      return a - b;
  }
  return 0;
}
