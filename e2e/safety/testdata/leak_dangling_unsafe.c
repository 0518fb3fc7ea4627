// CHECK: leak
// FALSE(valid-memtrack) executed
// The only pointer to the object is in one that was freed.
#include <stdlib.h>
static int **kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = malloc(4);
    free(kept);
    return 0;
}
