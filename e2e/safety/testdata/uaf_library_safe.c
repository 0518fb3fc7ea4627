// CHECK: uaf
// TRUE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *name = malloc(4);
    int failed;

    name[0] = 0;
    failed = rename(name, "b");
    free(name);
    return failed;
}
