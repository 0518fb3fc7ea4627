// CHECK: double-free
// UNKNOWN(model)
// Whether a stream is an object that free takes is the library's matter.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    free(fopen("name", "r"));
    return 0;
}
