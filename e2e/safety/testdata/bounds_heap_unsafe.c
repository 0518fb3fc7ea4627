// CHECK: bounds
// FALSE(valid-deref) executed
// The size is in elements, not bytes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;

    if (n < 1 || n > 1000)
        return 0;
    p = malloc(n);
    p[n - 1] = 7;
    return p[0] == 7;
}
