// UNSAFE
// An object stays as it is while another is allocated and freed.
// INPUTS: -8
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int *kept = malloc(sizeof *kept);
    int *other;
    int value;

    if (!kept)
        abort();
    value = __VERIFIER_nondet_int();
    *kept = value;
    other = malloc(2 * sizeof *other);
    if (!other)
        abort();
    other[1] = value + 1;
    if (kept == other || other[1] == value)
        reach_error();
    free(other);
    if (*kept == -8)
        reach_error();
    free(kept);
    return 0;
}
