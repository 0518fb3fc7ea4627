// CHECK: leak ILP32
// FALSE(valid-memtrack) executed
// Half of the pointer's bytes are overwritten.
#include <stdlib.h>
#include <string.h>
static char kept[2 * sizeof(void *)];

int main(void)
{
    void *p = malloc(4);

    memcpy(kept + sizeof p, &p, sizeof p);
    memset(kept, 0, sizeof p + 2);
    p = NULL;
    return 0;
}
