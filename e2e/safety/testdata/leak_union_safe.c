// CHECK: leak
// TRUE
// The only pointer to the object is kept as the number that a union shows it as.
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
    return 0;
}
