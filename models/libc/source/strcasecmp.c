#include <ctype.h>
#include <stddef.h>

int strcasecmp(const char *left, const char *right)
{
  for (;; left++, right++) {
    int a = tolower((unsigned char)*left), b = tolower((unsigned char)*right);
    if (a != b || a == 0)
      return a - b;
  }
}
