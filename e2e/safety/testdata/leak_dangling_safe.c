// CHECK: leak
// TRUE
// What the freed object pointed at was freed before.
#include <stdlib.h>
static int **kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = malloc(4);
    free(*kept);
    free(kept);
    return 0;
}
