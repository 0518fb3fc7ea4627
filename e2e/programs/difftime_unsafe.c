// UNSAFE
// INPUTS: 1
// The difference of two times that are far from each other is rounded.
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    time_t first = 4611686018427387904, last = first + __VERIFIER_nondet_int();
    if (last > first && last < first + 1000 && difftime(last, 0) == difftime(first, 0))
        reach_error();
    return 0;
}
