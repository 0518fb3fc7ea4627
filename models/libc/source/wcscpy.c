#include <wchar.h>

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  return to;
}
