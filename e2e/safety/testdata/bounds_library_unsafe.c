// CHECK: bounds
// FALSE(valid-deref) interpreted
// A path that does not end in its array.
#include <stdio.h>

int main(void)
{
    char path[3] = {'a', '/', 'b'};
    FILE *f = fopen(path, "r");

    return f != NULL;
}
