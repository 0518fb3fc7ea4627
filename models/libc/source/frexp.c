/* The bits of the exponent are read and set where IEEE 754 has them. */
double frexp(double x, int *exponent)
{
  union {
    double value;
    unsigned long long bits;
  } u;
  u.value = x;
  int stored = (int)(u.bits >> 52 & 0x7ff);
  *exponent = 0;
  if (stored == 0x7ff || x == 0)
    return x;
  if (stored == 0) {
    u.value = x * 18014398509481984.0; /* 2 to the 54th makes a subnormal number normal */
    stored = (int)(u.bits >> 52 & 0x7ff) - 54;
  }
  *exponent = stored - 1022;
  u.bits = (u.bits & 0x800fffffffffffffULL) | 1022ULL << 52;
  return u.value;
}
