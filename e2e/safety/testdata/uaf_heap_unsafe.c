// CHECK: uaf
// FALSE(valid-deref) executed
// The other pointer to the object is used.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = p, x;

    *p = 3;
    free(p);
    p = malloc(sizeof *p);
    *p = 4;
    x = *q;
    free(p);
    return x;
}
