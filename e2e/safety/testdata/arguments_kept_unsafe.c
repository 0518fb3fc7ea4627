// CHECK: bounds,null
// FALSE(valid-deref) executed
// A variable that keeps what getopt gives is null where the option was not there.
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *name = NULL;
    int c;
    while ((c = getopt(argc, argv, "vo:")) != -1)
        switch (c) {
        case 'v': break;
        case 'o': name = optarg; break;
        default: return 2;
        }
    return name[0] == '-';
}
