// CHECK: bounds,null
// FALSE(valid-deref) executed
// Behind the options there need not be an argument.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab:")) != -1)
        n += c == 'a';
    return argv[optind][0] == n;
}
