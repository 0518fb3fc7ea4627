// CHECK: double-free ILP32
// FALSE(valid-free) executed
// An array is no object of the heap.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char small[8], *p = small;
    int n = __VERIFIER_nondet_int();

    if (n > 8 && n < 100)
        p = malloc(n);
    free(p);
    return 0;
}
