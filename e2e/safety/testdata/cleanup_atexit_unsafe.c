// CHECK: cleanup
// FALSE(valid-memcleanup) executed
// A function that atexit registered frees the object, but not at every end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

static void release(void) { free(kept); }

int main(void)
{
    kept = malloc(8);

    if (__VERIFIER_nondet_int())
        atexit(release);
    return 0;
}
