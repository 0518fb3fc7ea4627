#include <wchar.h>

size_t wcslen(const wchar_t *text)
{
  size_t n = 0;
  while (text[n] != 0)
    n++;
  return n;
}
