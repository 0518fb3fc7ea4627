// CHECK: leak
// FALSE(valid-memtrack) executed
// The number that a union shows the pointer as is overwritten.
#include <stdlib.h>
static union {
    void *pointer;
    unsigned long number;
} shown;
static unsigned long kept;

int main(void)
{
    shown.pointer = malloc(1);
    kept = shown.number;
    shown.pointer = 0;
    kept = 0;
    return 0;
}
