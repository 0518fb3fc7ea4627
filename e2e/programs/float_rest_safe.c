// SAFE
// What a division of floats leaves is exact, smaller than the divisor and of a sign that is known.
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_int();
    if (fmod(5.5, -2.0) != 1.5 || fmodf(-5.5f, 2.0f) != -1.5f || remainder(5.5, -2.0) != -0.5 || remainder(-5.0, 2.0) != -1.0)
        reach_error();
    if (!signbit(fmod(-4.0, 2.0)) || signbit(remainder(4.0, -2.0)))
        reach_error();
    double cut = fmod(x, 7.0), nearest = remainder(x, 7.0), none = fmod(x, 0.0);
    if (fabs(cut) >= 7.0 || fabs(nearest) >= 7.0 || (x > 0 && cut < 0) || none == none)
        reach_error();
    return 0;
}
