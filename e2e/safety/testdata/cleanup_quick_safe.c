// CHECK: cleanup
// TRUE
// quick_exit runs what at_quick_exit registered.
#include <stdlib.h>
static char *kept;

static void release(void) { free(kept); }

int main(void)
{
    at_quick_exit(release);
    kept = malloc(8);
    quick_exit(0);
}
