// CHECK: leak ILP32
// UNKNOWN(unsupported)
// The pointer that is kept is one to the second page of the object.
#include <stdlib.h>
static char *kept;

int main(void)
{
    kept = malloc(10000);
    kept = kept + 5000;
    return 0;
}
