// CHECK: bounds
// TRUE
// An array at the end of an object of the heap has as many elements as there is room for.
#include <stdlib.h>
struct row { int count; int cells[1]; };

int main(void)
{
    struct { int low[2]; int high; } s;
    struct row *r = malloc(sizeof(struct row) + 3 * sizeof(int));
    int *end = &s.low[2];

    s.low[1] = 3;
    r->cells[3] = 1;
    return end - s.low;
}
