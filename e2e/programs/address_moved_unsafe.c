// UNSAFE
// A pointer with bytes of two addresses is neither.
// INPUTS: none
#include <string.h>

extern void reach_error(void);

static int x, y;

int main(void)
{
    int *p = &x, *q = &y;

    memcpy(&p, &q, 4);
    if (p != &x)
        reach_error();
    return 0;
}
