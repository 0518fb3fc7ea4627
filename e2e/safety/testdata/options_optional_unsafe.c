// CHECK: bounds,null
// FALSE(valid-deref) executed
// An option whose argument is optional may have none.
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, n = 0;

    while ((c = getopt(argc, argv, "ab::")) != -1)
        if (c == 'b')
            n = *optarg;
    return n;
}
