/* The bits of the exponent are read and set where IEEE 754 has them. */
float frexpf(float x, int *exponent)
{
  union {
    float value;
    unsigned bits;
  } u;
  u.value = x;
  int stored = (int)(u.bits >> 23 & 0xff);
  *exponent = 0;
  if (stored == 0xff || x == 0)
    return x;
  if (stored == 0) {
    u.value = x * 33554432.0f; /* 2 to the 25th makes a subnormal number normal */
    stored = (int)(u.bits >> 23 & 0xff) - 25;
  }
  *exponent = stored - 126;
  u.bits = (u.bits & 0x807fffffU) | 126U << 23;
  return u.value;
}
