// CHECK: double-free,bounds,uaf,null
// TRUE
// The pointer is moved back before it is freed.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);

    p += 3;
    *p = 1;
    p -= 3;
    free(p);
    return 0;
}
