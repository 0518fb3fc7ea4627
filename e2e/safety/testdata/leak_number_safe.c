// CHECK: leak
// TRUE
// The only pointer to the object is kept as a number, in an integer and in a bit-field.
#include <stdint.h>
#include <stdlib.h>
static uintptr_t kept;
static struct {
    uintptr_t rest : 63;
} cut;

int main(void)
{
    kept = (uintptr_t)malloc(4);
    cut.rest = (uintptr_t)malloc(4);
    return 0;
}
