#include <wchar.h>

size_t wcsnlen(const wchar_t *text, size_t most)
{
  size_t n = 0;
  while (n < most && text[n] != 0)
    n++;
  return n;
}
