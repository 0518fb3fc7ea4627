// CHECK: bounds,null
// TRUE
// Behind a first character that is not the end of a text that is kept there is another one.
#include <stddef.h>

int main(int argc, char **argv)
{
    const char *name = NULL;
    if (argc > 1)
        name = argv[argc - 1];
    return name && name[0] && name[1] == 'x';
}
