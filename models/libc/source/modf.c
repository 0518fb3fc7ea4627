#include <math.h>

double modf(double x, double *whole)
{
  double part = trunc(x);
  *whole = part;
  return copysign(x - part == x - part ? x - part : x == x ? 0 : x, x);
}
