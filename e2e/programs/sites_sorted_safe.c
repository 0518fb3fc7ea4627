// SAFE
// The library moves pointers between the cells of an array.
#include <stdlib.h>
extern void reach_error(void);

struct entry { int key; int *value; };
static int compare(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    return (a->key > b->key) - (a->key < b->key);
}

int main(void)
{
    int one = 0, other = 0;
    struct entry table[2] = {{2, &one}, {1, &other}};
    qsort(table, 2, sizeof table[0], compare);
    *table[0].value = 6;
    if (one == 6)
        reach_error();
    return 0;
}
