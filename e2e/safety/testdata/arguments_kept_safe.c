// CHECK: bounds,null
// TRUE
// What getopt gives is kept in a variable, and looked at behind the loop.
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
    return name && name[0] == '-';
}
