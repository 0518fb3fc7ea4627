/* Numbers of one sign are in the order of their bits. errno is set as glibc does. */
#include <errno.h>

float nextafterf(float x, float y)
{
  union {
    float value;
    unsigned bits;
  } u;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  u.value = x;
  if (x == 0) {
    u.bits = y > 0 ? 1 : 1U << 31 | 1;
    return u.value;
  }
  if ((x < y) == (x > 0))
    u.bits++;
  else
    u.bits--;
  int stored = (int)(u.bits >> 23 & 0xff);
  if (stored == 0 || stored == 0xff)
    errno = ERANGE;
  return u.value;
}
