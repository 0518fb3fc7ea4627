// CHECK: bounds
// TRUE
// The string fits with its zero.
#include <string.h>

int main(void)
{
    char to[4];

    strcpy(to, "abc");
    memcpy(to, "xyz", 4);
    return to[3];
}
