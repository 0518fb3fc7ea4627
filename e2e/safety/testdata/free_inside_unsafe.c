// CHECK: double-free,bounds,uaf,null
// FALSE(valid-free) executed
// Only the start of an object can be freed (C11 7.22.3.3p2).
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);

    p += 3;
    *p = 1;
    free(p);
    return 0;
}
