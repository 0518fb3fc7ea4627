#include <wchar.h>

wchar_t *wmemchr(const wchar_t *from, wchar_t c, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (from[i] == c)
      return (wchar_t *)from + i;
  return 0;
}
