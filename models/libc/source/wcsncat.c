#include <wchar.h>

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t most)
{
  size_t end = 0, i = 0;
  while (to[end] != 0)
    end++;
  for (; i < most && from[i] != 0; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}
