// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>

int main(void)
{
    char a[4];
    sprintf(a, "%s", "abcd");
    return 0;
}
