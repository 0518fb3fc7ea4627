// CHECK: bounds,null
// FALSE(valid-deref) executed
// --plain and -o share what is returned, and one of them has no argument.
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"plain", no_argument, NULL, 'o'},
        {"output", required_argument, NULL, 'o'},
        {NULL, 0, NULL, 0},
    };
    int c = getopt_long(argc, argv, "o:", longs, NULL);

    return c == 'o' && optarg[0] == '-';
}
