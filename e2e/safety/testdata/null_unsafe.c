// CHECK: null
// FALSE(valid-deref) executed
// The pointer is tested too late.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 5, *p = __VERIFIER_nondet_int() ? &x : NULL;

    return *p > 3 && p;
}
