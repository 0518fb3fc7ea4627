// CHECK: bounds,null
// FALSE(valid-deref) executed
// There need be none.
#include <string.h>
#include <strings.h>

int main(int argc, char **argv)
{
    const char *equals = argc > 1 ? index(argv[1], '=') : "=";

    return equals[0] == equals[1];
}
