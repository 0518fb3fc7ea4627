#include <wchar.h>

size_t wcsspn(const wchar_t *text, const wchar_t *letters)
{
  size_t n = 0;
  for (; text[n] != 0; n++) {
    size_t i = 0;
    while (letters[i] != 0 && letters[i] != text[n])
      i++;
    if (letters[i] == 0)
      break;
  }
  return n;
}
