// CHECK: double-free ILP32
// TRUE
// Only what malloc gave is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char small[8], *p = small;
    int n = __VERIFIER_nondet_int();

    if (n > 8 && n < 100)
        p = malloc(n);
    if (p != small)
        free(p);
    return 0;
}
