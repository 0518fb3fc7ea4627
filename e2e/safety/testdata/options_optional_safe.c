// CHECK: bounds,null
// TRUE
// An option whose argument is optional may have none.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab::")) != -1)
        if (c == 'b' && optarg)
            n = *optarg;
    return n;
}
