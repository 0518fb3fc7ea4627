#include <wchar.h>

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
  size_t end = 0, i = 0;
  while (to[end] != 0)
    end++;
  while ((to[end + i] = from[i]) != 0)
    i++;
  return to;
}
