// CHECK: double-free
// TRUE
// Each object is freed once, and a null pointer may be.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(8), *q = NULL;

    if (__VERIFIER_nondet_int()) {
        q = p;
        p = NULL;
    }
    free(q);
    free(p);
    p = realloc(NULL, 4);
    p = realloc(p, 8);
    free(p);
    return 0;
}
