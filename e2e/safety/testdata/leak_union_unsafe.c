// CHECK: leak
// FALSE(valid-memtrack) executed
// The number that a union shows the pointer as is overwritten.
#include <stdlib.h>
static unsigned long kept;

static void keep(void)
{
    union {
        void *pointer;
        unsigned long number;
    } shown;

    shown.pointer = malloc(1);
    kept = shown.number;
}

int main(void)
{
    keep();
    kept = 0;
    return 0;
}
