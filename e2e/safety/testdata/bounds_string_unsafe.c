// CHECK: bounds
// FALSE(valid-deref) executed
// There is no room for the zero.
#include <string.h>

int main(void)
{
    char to[3];

    strcpy(to, "abc");
    return to[2];
}
