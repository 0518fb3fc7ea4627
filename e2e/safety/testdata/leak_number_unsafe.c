// CHECK: leak
// FALSE(valid-memtrack) executed
// The number that keeps the pointer is overwritten.
#include <stdint.h>
#include <stdlib.h>
static uintptr_t kept;

int main(void)
{
    kept = (uintptr_t)malloc(4);
    kept = 0;
    return 0;
}
