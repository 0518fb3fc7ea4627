// CHECK: leak
// FALSE(valid-memtrack) executed
// The halves of the pointer change places once.
#include <stdlib.h>
#include <string.h>

static char *kept;

static void turn(void)
{
    int *halves = (int *) &kept, half = halves[0];

    halves[0] = halves[1];
    halves[1] = half;
}

int main(void)
{
    kept = malloc(8);
    turn();
    return 0;
}
