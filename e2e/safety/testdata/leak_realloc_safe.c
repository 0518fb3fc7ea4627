// CHECK: leak
// TRUE
// What realloc gives is kept, and a pointer to its last byte is one to it.
#include <stdlib.h>
static char *kept;

int main(void)
{
    char *p = malloc(4);

    kept = p;
    kept = (char *)realloc(p, 8) + 7;
    return 0;
}
