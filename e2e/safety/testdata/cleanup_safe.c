// CHECK: cleanup
// TRUE
// Everything is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

int main(void)
{
    kept = malloc(8);
    if (__VERIFIER_nondet_int())
        kept = realloc(kept, 16);
    free(kept);
    return 0;
}
