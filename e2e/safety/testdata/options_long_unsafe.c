// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"level", optional_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    int c = getopt_long(argc, argv, "l::", longs, NULL);

    return c == 'l' && optarg[0] == '9'; // without an argument, too
}
