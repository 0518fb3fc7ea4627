// UNSAFE
// An object may be freed by a pointer to free, and a fresh one lie where it was.
// INPUTS: none
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    void (*release)(void *) = free;
    char *old = malloc(8), *fresh;
    uintptr_t number = (uintptr_t) old;

    release(old);
    fresh = malloc(8);
    if (fresh && (uintptr_t) fresh == number)
        reach_error();
    return 0;
}
