// SAFE
// A fresh object lies where no other is that a pointer to free was not called with.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    void (*release)(void *) = free;
    char *kept = malloc(8), *fresh;
    uintptr_t number = (uintptr_t) kept;

    fresh = malloc(8);
    if (kept && fresh && (uintptr_t) fresh == number)
        reach_error();
    release(kept);
    return 0;
}
