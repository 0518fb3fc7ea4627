// CHECK: cleanup
// FALSE(valid-memcleanup) executed
// quick_exit does not run what atexit registered.
#include <stdlib.h>
static char *kept;

static void release(void) { free(kept); }

int main(void)
{
    atexit(release);
    kept = malloc(8);
    quick_exit(0);
}
