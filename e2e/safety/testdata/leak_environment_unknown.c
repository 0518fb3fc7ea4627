// CHECK: leak
// UNKNOWN(unsupported)
// The library keeps the pointer in the environment.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(4);

    strcpy(p, "A=1");
    putenv(p);
    p = NULL;
    return 0;
}
