// CHECK: bounds,null
// TRUE
// What is behind the last slash of a name is a text, too.
#include <string.h>
int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *base = slash ? slash + 1 : argv[0];
    int n = 0;
    for (int i = 1; i < argc; i++)
        n ^= base[0];
    return n;
}
