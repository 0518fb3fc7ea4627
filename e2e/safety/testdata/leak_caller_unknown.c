// CHECK: leak
// UNKNOWN(unsupported)
// Where a function calls exit the objects of its callers are in place too: none is looked at.
#include <stdlib.h>

static void end(void) { exit(1); }

int main(void)
{
    int *p = malloc(4);

    *p = 1;
    end();
    free(p);
    return 0;
}
