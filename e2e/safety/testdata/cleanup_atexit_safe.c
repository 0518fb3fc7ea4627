// CHECK: cleanup
// TRUE
// A function that atexit registered frees the object, at every end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

static void release(void) { free(kept); }

int main(void)
{
    kept = malloc(8);
    atexit(release);
    if (__VERIFIER_nondet_int())
        exit(0);
    return 0;
}
