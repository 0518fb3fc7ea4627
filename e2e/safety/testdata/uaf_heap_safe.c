// CHECK: uaf,double-free,null,bounds
// TRUE
// The last access comes before the object is freed.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = p, x;

    *p = 3;
    x = *q;
    free(p);
    p = malloc(sizeof *p);
    *p = x;
    free(p);
    return x;
}
