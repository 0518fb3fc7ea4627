// UNSAFE
// The object behind a tagged pointer can be read.
// INPUTS: none
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void)
{
    int *cell = malloc(sizeof *cell);
    uintptr_t tagged;

    *cell = 5;
    tagged = (uintptr_t) cell | 1;
    if (tagged & 1)
        tagged &= ~(uintptr_t) 1;
    if (*(int *) tagged == 5)
        reach_error();
    return 0;
}
