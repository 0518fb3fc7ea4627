// CHECK: bounds,null
// TRUE
// What a search finds is in the text, whether there is one before it or not.
#include <string.h>
#include <strings.h>

int main(int argc, char **argv)
{
    const char *equals = argc > 1 ? index(argv[1], '=') : 0;

    if (!equals)
        return 0;
    return equals[0] == equals[1];
}
