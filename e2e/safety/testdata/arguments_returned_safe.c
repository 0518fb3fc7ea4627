// CHECK: bounds,null
// TRUE
// What realpath returns is no part of the argument.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char *path;

    if (argc < 2)
        return 0;
    path = realpath(argv[1], NULL);
    if (path)
        *path = '-';
    return strlen(argv[1]) == 7;
}
