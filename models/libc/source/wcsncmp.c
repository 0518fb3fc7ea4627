#include <wchar.h>

int wcsncmp(const wchar_t *x, const wchar_t *y, size_t most)
{
  for (size_t i = 0; i < most; i++) {
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
    if (x[i] == 0)
      return 0;
  }
  return 0;
}
