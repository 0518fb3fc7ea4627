// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <stdio.h>

int main(int argc, char **argv)
{
    argv++;
    while (argc > 0 && argv[0][0] == '-') {
        argc--;
        argv++;
    }
    return 0;
}
