#include <stdlib.h>

ldiv_t ldiv(long x, long y)
{
  ldiv_t result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}
