#include <stdlib.h>
#include <wchar.h>

wchar_t *wcsdup(const wchar_t *text)
{
  size_t n = wcslen(text) + 1;
  wchar_t *copy = malloc(n * sizeof *copy);
  if (copy != 0)
    wmemcpy(copy, text, n);
  return copy;
}
