// CHECK: bounds,null
// FALSE(valid-deref) executed
// A step behind a character that was not found leads nowhere.
#include <string.h>
int main(int argc, char **argv)
{
    const char *name = strrchr(argv[0], '/') + 1;
    return name[0];
}
