// CHECK: double-free
// FALSE(valid-free) executed
// What l64a returns is an object of the library, not memory that the caller frees.
#include <stdlib.h>

int main(void)
{
    free(l64a(5));
    return 0;
}
