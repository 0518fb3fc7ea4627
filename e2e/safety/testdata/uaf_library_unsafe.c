// CHECK: uaf
// FALSE(valid-deref) interpreted
// The library reads a name that was freed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *name = malloc(4);

    name[0] = 0;
    free(name);
    return rename(name, "b");
}
