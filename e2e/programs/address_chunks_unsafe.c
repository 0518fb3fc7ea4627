// UNSAFE
// What malloc made next may lie as near as its size allows.
// INPUTS: 24
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p, *q;

    if (n != 24)
        return 0;
    p = malloc(n);
    q = malloc(24);
    if (!p || !q)
        return 0;
    if ((uintptr_t) q - (uintptr_t) p == 32)
        reach_error();
    return 0;
}
