// SAFE
// difftime is exact for times of our days, and a state of zeros is the initial one of a conversion.
#include <time.h>
#include <wchar.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    time_t day = 1700000000, other = day + (__VERIFIER_nondet_int() & 7);
    mbstate_t state = {0};
    if (difftime(other, day) < 0 || difftime(other, day) > 7)
        reach_error();
    if (!mbsinit(&state) || !mbsinit(0))
        reach_error();
    return 0;
}
