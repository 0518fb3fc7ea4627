// CHECK: bounds,null
// TRUE
// Behind the shift by optind there are as many arguments as argc then says.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "v")) != -1) {
        if (c != 'v')
            return 2;
        n++;
    }
    argc -= optind;
    argv += optind;
    if (argc > 0 && argv[0][0] == '-')
        return 3;
    return n;
}
