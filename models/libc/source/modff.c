#include <math.h>

float modff(float x, float *whole)
{
  float part = truncf(x);
  *whole = part;
  return copysignf(x - part == x - part ? x - part : x == x ? 0 : x, x);
}
