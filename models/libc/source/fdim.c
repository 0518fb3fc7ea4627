/* bound to the machine's C library, which may set errno where the difference is too large. */
double fdim(double x, double y)
{
  if (x != x || y != y)
    return x + y;
  return x > y ? x - y : 0;
}
