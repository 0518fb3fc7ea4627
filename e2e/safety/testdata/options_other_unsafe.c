// CHECK: bounds,null
// FALSE(valid-deref) executed
// The texts are not main's: what optarg leads to is not one of these.
#include <unistd.h>

int main(int argc, char **argv)
{
    char *texts[] = {"name", "-b", "y", 0};

    if (getopt(3, texts, "b:") == 'b')
        return optarg[5];
    return argv[0][0];
}
