// CHECK: bounds,null
// TRUE
// --plain and -o are told apart by what is returned.
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"plain", no_argument, NULL, 'p'},
        {"output", required_argument, NULL, 'o'},
        {NULL, 0, NULL, 0},
    };
    int c;

    while ((c = getopt_long(argc, argv, "o:", longs, NULL)) != -1)
        if (c == 'o' && optarg[0] == '-')
            return 1;
    return 0;
}
