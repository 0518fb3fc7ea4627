// SAFE
// What a division of floats leaves is exact, smaller than the divisor and of a sign that is known.
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_int() / 8.0, y = __VERIFIER_nondet_int();
    if (fmod(5.5, -2.0) != 1.5 || fmodf(-5.5f, 2.0f) != -1.5f || remainder(5.5, -2.0) != -0.5 || remainder(-5.0, 2.0) != -1.0)
        reach_error();
    if (!signbit(fmod(-4.0, 2.0)) || signbit(remainder(4.0, -2.0)))
        reach_error();
    double cut = fmod(x, y), nearest = remainder(x, y);
    if (y == 0) {
        if (!isnan(cut) || !isnan(nearest))
            reach_error();
        return 0;
    }
    if (!(fabs(cut) < fabs(y)) || !(fabs(nearest) < fabs(y)) || (x > 0 && cut < 0))
        reach_error();
    return 0;
}
