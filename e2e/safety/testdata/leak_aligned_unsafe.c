// CHECK: leak
// FALSE(valid-memtrack) executed
// The machine's posix_memalign makes the object.
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    void *block = NULL;

    if (posix_memalign(&block, 32, 4) != 0)
        return 0;
    return block == NULL;
}
