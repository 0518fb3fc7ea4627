// CHECK: bounds,null
// TRUE
// Behind the last slash the name goes on, at least up to its end.
#include <string.h>

int main(int argc, char **argv)
{
    const char *name = strrchr(argv[0], '/');

    if (!name)
        return 0;
    return name[1] == 'x';
}
