/* The exponent is set where IEEE 754 has it. What overflows or is subnormal is rounded once, by a last multiplication
   in the current mode. errno is set as glibc does. */
#include <errno.h>

double ldexp(double x, int n)
{
  union {
    double value;
    unsigned long long bits;
  } u;
  u.value = x;
  int stored = (int)(u.bits >> 52 & 0x7ff);
  if (stored == 0x7ff || x == 0)
    return x;
  if (stored == 0) {
    u.value = x * 18014398509481984.0; /* 2 to the 54th makes a subnormal number normal */
    stored = (int)(u.bits >> 52 & 0x7ff) - 54;
  }
  stored += n > 3000 ? 3000 : n < -3000 ? -3000 : n;
  u.bits &= 0x800fffffffffffffULL;
  if (stored > 0x7fe) {
    u.bits |= (unsigned long long)0x7fe << 52;
    u.value *= 2;
  } else if (stored < 1) { /* what is less than half of the least number rounds as any other that is */
    u.bits |= (unsigned long long)(stored < -53 ? 1 : stored + 54) << 52;
    u.value *= 1 / 18014398509481984.0;
  } else {
    u.bits |= (unsigned long long)stored << 52;
    return u.value;
  }
  if (u.value == 0 || (u.bits >> 52 & 0x7ff) == 0x7ff)
    errno = ERANGE;
  return u.value;
}
