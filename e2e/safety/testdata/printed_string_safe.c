// CHECK: null,bounds
// TRUE
// The model of sprintf reads the format and the text itself.
#include <stdio.h>

int main(void)
{
    char a[8];
    sprintf(a, "%s-%d", "abcd", 3);
    return a[0] == 0;
}
