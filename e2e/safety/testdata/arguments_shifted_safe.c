// CHECK: bounds,null
// TRUE
#include <stdio.h>

int main(int argc, char **argv)
{
    argc--, argv++;
    while (argc > 0 && argv[0][0] == '-') {
        argc--;
        argv++;
    }
    for (; argc > 0; argc--, argv++)
        puts(argv[0]);
    return 0;
}
