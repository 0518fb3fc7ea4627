// CHECK: bounds
// FALSE(valid-deref) executed
// The first bytes differ, but the arrays must be as long as the caller says.
#include <string.h>

int main(void)
{
    char a[4] = "abc", b[8] = "xbc";

    return memcmp(a, b, 6) > 0;
}
