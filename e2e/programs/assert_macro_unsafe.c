// UNSAFE
// The assert of the standard header is a check like any other.
// INPUTS: 44
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x > 10)
        x = 10;
    assert(x <= 9);
    return 0;
}
