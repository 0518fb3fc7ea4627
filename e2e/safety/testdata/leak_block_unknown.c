// CHECK: leak
// UNKNOWN(unsupported)
// The object of the block has ended when exit is called: what it pointed at is lost, which is not noticed.
#include <stdlib.h>

int main(void)
{
    {
        int *p = malloc(4);

        *p = 1;
    }
    exit(1);
}
