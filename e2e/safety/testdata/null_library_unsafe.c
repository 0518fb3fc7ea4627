// CHECK: null
// FALSE(valid-deref) executed
// The file may not be there.
#include <stdio.h>

int main(void)
{
    char line[8];
    FILE *f = fopen("settings", "r");

    return fgets(line, sizeof line, f) == NULL;
}
