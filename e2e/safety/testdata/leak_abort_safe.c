// CHECK: leak
// TRUE
// Where abort ends the run the objects of main are in place, and a number is one.
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
    free((int *)number);
    return 0;
}
