// CHECK: bounds,null
// TRUE
// A constant table says which long options there are, and that --output has an argument.
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"verbose", no_argument, NULL, 'v'},
        {"output", required_argument, NULL, 'o'},
        {"level", optional_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    int c, at, n = 0;

    while ((c = getopt_long(argc, argv, "vo:l::", longs, &at)) != -1) {
        switch (c) {
        case 'v':
            n++;
            break;
        case 'o':
            n += optarg[0] == '-';
            break;
        case 'l':
            n += optarg && optarg[0] == '9';
            break;
        default:
            return 2;
        }
    }
    if (optind < argc && argv[optind][0] == '-')
        return 3;
    return n;
}
