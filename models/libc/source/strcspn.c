#include <string.h>

/* The loop never passes the end. That the result does not needs no invariant as it is written. */
size_t strcspn(const char *text, const char *rejected)
{
  size_t n = 0, end = strlen(text);
  while (n < end && strchr(rejected, text[n]) == 0)
    n++;
  return n < end ? n : end;
}
