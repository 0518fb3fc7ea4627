// CHECK: bounds,null
// FALSE(valid-deref) executed
// The end is found as any character is, and nothing is behind it.
#include <string.h>

int main(int argc, char **argv)
{
    const char *name = strrchr(argv[0], '\0');

    if (!name)
        return 0;
    return name[1] == 'x';
}
