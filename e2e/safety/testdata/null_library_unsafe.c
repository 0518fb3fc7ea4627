// CHECK: null
// FALSE(valid-deref) interpreted
// The file may not be there. The model of fgets, which the compiled test runs in a made-up file, does not read its stream.
#include <stdio.h>

int main(void)
{
    char line[8];
    FILE *f = fopen("settings", "r");

    return fgets(line, sizeof line, f) == NULL;
}
