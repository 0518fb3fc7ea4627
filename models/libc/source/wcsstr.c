#include <wchar.h>

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part)
{
  for (;; text++) {
    size_t i = 0;
    while (part[i] != 0 && text[i] == part[i])
      i++;
    if (part[i] == 0)
      return (wchar_t *)text;
    if (*text == 0)
      return 0;
  }
}
