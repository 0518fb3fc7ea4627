// CHECK: bounds,null
// TRUE
// getopt puts the arguments in another order: each still leads to a text.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab:")) != -1)
        n += c == 'a';
    for (int i = optind; i < argc; i++)
        n += argv[i][0];
    return n > 3;
}
