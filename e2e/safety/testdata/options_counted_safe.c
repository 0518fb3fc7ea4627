// CHECK: bounds,null
// TRUE
// What is done to argc behind the last call of getopt does not matter to it.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab:")) != -1)
        n += c == 'b' ? optarg[0] : 1;
    argc -= optind;
    return argc > n;
}
