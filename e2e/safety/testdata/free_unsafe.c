// CHECK: double-free
// FALSE(valid-free) executed
// On one path both pointers are to the same object.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(8), *q = NULL;

    if (__VERIFIER_nondet_int())
        q = p;
    free(q);
    free(p);
    return 0;
}
