#include <wchar.h>

wchar_t *wcschr(const wchar_t *text, wchar_t c)
{
  for (;; text++) {
    if (*text == c)
      return (wchar_t *)text;
    if (*text == 0)
      return 0;
  }
}
