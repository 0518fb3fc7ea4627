// CHECK: leak
// FALSE(valid-memtrack) executed
// The only pointer to the object is overwritten.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

int main(void)
{
    char *p = malloc(8);

    if (__VERIFIER_nondet_int())
        kept = p;
    else
        free(p);
    kept = p = NULL;
    return 0;
}
