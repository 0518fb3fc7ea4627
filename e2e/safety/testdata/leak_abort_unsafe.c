// CHECK: leak
// FALSE(valid-memtrack) executed
// The number is lost when main returns.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(4);
    uintptr_t number = (uintptr_t)p;

    p = NULL;
    if (__VERIFIER_nondet_int())
        abort();
    if (!__VERIFIER_nondet_int())
        free((int *)number);
    return 0;
}
