#include <wchar.h>

int wcscmp(const wchar_t *x, const wchar_t *y)
{
  size_t i = 0;
  while (x[i] == y[i] && x[i] != 0)
    i++;
  return x[i] < y[i] ? -1 : x[i] > y[i];
}
