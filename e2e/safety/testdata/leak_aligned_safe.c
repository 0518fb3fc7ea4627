// CHECK: leak
// TRUE
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    void *block = NULL;

    if (posix_memalign(&block, 32, 4) != 0)
        return 0;
    free(block);
    return 0;
}
