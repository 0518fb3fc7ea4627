// UNSAFE
// INPUTS: none
#include <string.h>
extern void reach_error(void);

/* x86 makes a negative NaN of zero by zero, where a compiler that folds it makes a positive one. */
int main(void)
{
    double zero = 0.0, none = zero / zero;
    unsigned long bits;

    memcpy(&bits, &none, sizeof bits);
    if (bits >> 63)
        reach_error();
    return 0;
}
