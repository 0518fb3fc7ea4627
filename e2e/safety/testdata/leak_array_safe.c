// CHECK: leak
// TRUE
// An array in static storage and one of the heap keep what they are given.
#include <stdlib.h>
static char *names[3], **more;

int main(void)
{
    more = malloc(3 * sizeof *more);
    for (int i = 0; i < 3; i++) {
        names[i] = malloc(i + 1);
        more[i] = malloc(4);
    }
    return 0;
}
