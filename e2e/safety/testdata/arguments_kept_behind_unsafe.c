// CHECK: bounds,null
// FALSE(valid-deref) executed
// The second character of a text that is kept may be behind its end.
#include <stddef.h>

int main(int argc, char **argv)
{
    const char *name = NULL;
    if (argc > 1)
        name = argv[1];
    return name && name[1] == 'x';
}
