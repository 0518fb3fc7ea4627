// UNSAFE
// INPUTS: 3
// The rest of a quotient that is rounded may have another sign than what is divided.
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    double x = __VERIFIER_nondet_int();
    if (x > 0 && remainder(7.0, 2.0) < 0 && fmod(7.0, 2.0) > 0 && x < 4)
        reach_error();
    return 0;
}
