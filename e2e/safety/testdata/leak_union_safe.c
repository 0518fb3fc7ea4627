// CHECK: leak
// TRUE
// The only pointer to the object is kept as the number that a union shows it as.
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
    return 0;
}
