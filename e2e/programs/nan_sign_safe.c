// SAFE
#include <string.h>
extern void reach_error(void);

int main(void)
{
    double zero = 0.0, none = zero / zero;
    unsigned long bits;

    memcpy(&bits, &none, sizeof bits);
    if ((bits & ~(1ul << 63)) <= 0x7ff0000000000000ul)
        reach_error();
    return 0;
}
