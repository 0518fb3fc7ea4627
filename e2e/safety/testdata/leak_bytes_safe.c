// CHECK: leak
// TRUE
// The pointer is kept as bytes.
#include <stdlib.h>
#include <string.h>
static char kept[2 * sizeof(void *)];

int main(void)
{
    void *p = malloc(4);

    memcpy(kept + sizeof p, &p, sizeof p);
    return 0;
}
