#include <stddef.h>

char *stpcpy(char *restrict to, const char *restrict from)
{
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}
