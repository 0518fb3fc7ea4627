// UNSAFE
// INPUTS: none
// A cell of one of the arrays that a structure points to is another: the condition is a && whose
// parts follow pointers, so branches decide it before the function is called.
#include <stdlib.h>

extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

struct bounds {
    int *low;
    int *high;
};

int main(void)
{
    struct bounds *b = malloc(sizeof *b);
    if (!b)
        return 0;
    b->low = malloc(1000 * sizeof(int));
    b->high = malloc(1000 * sizeof(int));
    if (!b->low || !b->high)
        return 0;
    for (int i = 0; i < 1000; i++) {
        b->low[i] = 3;
        b->high[i] = 7;
    }
    b->high[5] = 8;
    for (int i = 0; i < 1000; i++)
        check(b->low[i] == 3 && b->high[i] == 7);
    return 0;
}
