// CHECK: leak
// TRUE
// The halves of the pointer change places twice.
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
    turn();
    return 0;
}
