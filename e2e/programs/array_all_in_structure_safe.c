// SAFE
// Both arrays that a structure points to are what they were filled with: the condition is a && whose
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
    b->low = malloc(100000 * sizeof(int));
    b->high = malloc(100000 * sizeof(int));
    if (!b->low || !b->high)
        return 0;
    for (int i = 0; i < 100000; i++) {
        b->low[i] = 3;
        b->high[i] = 7;
    }
    for (int i = 0; i < 100000; i++)
        check(b->low[i] == 3 && b->high[i] == 7);
    return 0;
}
