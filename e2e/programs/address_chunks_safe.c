// SAFE
// Objects that malloc made, and that are not gone, do not overlap, whatever their sizes.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    char *p, *q;

    if (n == 0 || n > 255 || m == 0 || m > 255)
        return 0;
    p = malloc(n);
    q = malloc(m);
    if (!p || !q)
        return 0;
    if (!((uintptr_t) q - (uintptr_t) p >= n))
        reach_error();
    if (p < q && p + n > q)
        reach_error();
    if (q - p > -(long) m && q - p < n)
        reach_error();
    return 0;
}
