#include <stdlib.h>

div_t div(int x, int y)
{
  div_t result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}
