#include <string.h>

/* From the end on, which no character that is found is behind. */
char *strrchr(const char *text, int c)
{
  size_t end = strlen(text), n = end;
  while (n > 0 && text[n] != (char)c)
    n--;
  if (n > end || text[n] != (char)c)
    return 0;
  return (char *)text + n;
}
