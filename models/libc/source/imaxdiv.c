#include <inttypes.h>

imaxdiv_t imaxdiv(intmax_t x, intmax_t y)
{
  imaxdiv_t result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}
