#include <stdlib.h>

lldiv_t lldiv(long long x, long long y)
{
  lldiv_t result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}
