#include <wchar.h>

wchar_t *wcsrchr(const wchar_t *text, wchar_t c)
{
  const wchar_t *found = 0;
  for (;; text++) {
    if (*text == c)
      found = text;
    if (*text == 0)
      return (wchar_t *)found;
  }
}
