// CHECK: null
// TRUE
// The pointer is tested.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 5, *p = __VERIFIER_nondet_int() ? &x : NULL;

    return p && *p > 3;
}
