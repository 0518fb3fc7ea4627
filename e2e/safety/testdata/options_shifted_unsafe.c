// CHECK: bounds,null
// FALSE(valid-deref) executed
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
    if (argc >= 0 && argv[0][0] == '-') // also where there is no argument
        return 3;
    return n;
}
