// CHECK: cleanup
// FALSE(valid-memcleanup) executed
// exit ends the program with an object that is not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

int main(void)
{
    kept = malloc(8);
    if (__VERIFIER_nondet_int())
        exit(0);
    free(kept);
    return 0;
}
