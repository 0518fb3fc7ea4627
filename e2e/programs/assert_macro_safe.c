// SAFE
// The assert of the standard header is a check like any other.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x > 10)
        x = 10;
    assert(x <= 10);
    return 0;
}
