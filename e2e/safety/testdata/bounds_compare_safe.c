// CHECK: bounds
// TRUE
// Both arrays are as long as the caller says, and strncmp stops at the end of a string.
#include <string.h>

int main(void)
{
    char a[4] = "abc", b[8] = "xbc";

    return memcmp(a, b, 4) > 0 || strncmp(a, "abc", 100);
}
