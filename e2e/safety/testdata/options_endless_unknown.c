// CHECK: bounds,null
// UNKNOWN(model)
// Only a table that ends tells how many options there are.
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"plain", no_argument, NULL, 'p'},
        {"quiet", no_argument, NULL, 'q'},
    };
    int c, n = 0;

    while ((c = getopt_long(argc, argv, "pq", longs, NULL)) != -1)
        n++;
    return n;
}
