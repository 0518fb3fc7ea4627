// CHECK: leak
// TRUE
// What a static pointer points at when the program ends is not lost.
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
    return 0;
}
