// SAFE
// Two live objects have different addresses.
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    int *old = malloc(sizeof *old), *kept = old, *fresh;

    if (0)
        free(old);
    fresh = malloc(sizeof *fresh);
    if (fresh && fresh == kept)
        reach_error();
    return 0;
}
