// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab:")) != -1)
        n += c == 'a' ? optarg[0] : 1; // takes no argument
    argc -= optind;
    return argc > n;
}
