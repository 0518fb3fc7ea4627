#include <wchar.h>

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accepted)
{
  for (size_t at = 0; text[at] != 0; at++)
    for (size_t n = 0; accepted[n] != 0; n++)
      if (accepted[n] == text[at])
        return (wchar_t *)text + at;
  return 0;
}
