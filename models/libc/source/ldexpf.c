/* The exponent is set where IEEE 754 has it. What overflows or is subnormal is rounded once, by a last multiplication
   in the current mode. errno is set as glibc does. */
#include <errno.h>

float ldexpf(float x, int n)
{
  union {
    float value;
    unsigned bits;
  } u;
  u.value = x;
  int stored = (int)(u.bits >> 23 & 0xff);
  if (stored == 0xff || x == 0)
    return x;
  if (stored == 0) {
    u.value = x * 33554432.0f; /* 2 to the 25th makes a subnormal number normal */
    stored = (int)(u.bits >> 23 & 0xff) - 25;
  }
  stored += n > 3000 ? 3000 : n < -3000 ? -3000 : n;
  u.bits &= 0x807fffffU;
  if (stored > 0xfe) {
    u.bits |= (unsigned)0xfe << 23;
    u.value *= 2;
  } else if (stored < 1) { /* what is less than half of the least number rounds as any other that is */
    u.bits |= (unsigned)(stored < -24 ? 1 : stored + 25) << 23;
    u.value *= 1 / 33554432.0f;
  } else {
    u.bits |= (unsigned)stored << 23;
    return u.value;
  }
  if (u.value == 0 || (u.bits >> 23 & 0xff) == 0xff)
    errno = ERANGE;
  return u.value;
}
