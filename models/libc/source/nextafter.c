/* Numbers of one sign are in the order of their bits. errno is set as glibc does. */
#include <errno.h>

double nextafter(double x, double y)
{
  union {
    double value;
    unsigned long long bits;
  } u;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  u.value = x;
  if (x == 0) {
    u.bits = y > 0 ? 1 : 1ULL << 63 | 1;
    return u.value;
  }
  if ((x < y) == (x > 0))
    u.bits++;
  else
    u.bits--;
  int stored = (int)(u.bits >> 52 & 0x7ff);
  if (stored == 0 || stored == 0x7ff)
    errno = ERANGE;
  return u.value;
}
