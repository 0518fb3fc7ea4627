// UNSAFE
// A fresh object may lie where one was that is gone.
// INPUTS: none
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    int *old = malloc(sizeof *old), *kept = old, *fresh;

    if (1)
        free(old);
    fresh = malloc(sizeof *fresh);
    if (fresh && fresh == kept)
        reach_error();
    return 0;
}
