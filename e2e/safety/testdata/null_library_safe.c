// CHECK: null
// TRUE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[8], *end, *none = NULL;
    size_t n = argc > 1 ? 1 : 0;
    FILE *f = fopen("settings", "r");

    if (f == NULL)
        return 1;
    if (fgets(line, sizeof line, f) == NULL)
        line[0] = 0;
    fflush(NULL);
    if (n == 0)
        memset(none, 0, n);
    return (int)strtod(line, &end);
}
