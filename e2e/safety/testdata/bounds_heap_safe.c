// CHECK: bounds
// TRUE
// The object is as large as the index needs.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;

    if (n < 1 || n > 1000)
        return 0;
    p = malloc(n * sizeof *p);
    p[n - 1] = 7;
    return p[0] == 7;
}
