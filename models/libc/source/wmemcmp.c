#include <wchar.h>

int wmemcmp(const wchar_t *x, const wchar_t *y, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}
