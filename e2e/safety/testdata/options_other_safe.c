// CHECK: bounds,null
// TRUE
// The texts are not main's, which stay as they are.
#include <unistd.h>

int main(int argc, char **argv)
{
    char *texts[] = {"name", "-b", "y", 0};

    int n = getopt(3, texts, "b:");

    if (n > 0)
        return n;
    return argv[0][0];
}
