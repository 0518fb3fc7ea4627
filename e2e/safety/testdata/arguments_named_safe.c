// CHECK: bounds,null
// TRUE
// A program keeps the last part of its name, which is behind a character that is not the end.
#include <string.h>
static const char *progname = "none";
static int show(void) { return progname[0]; }
int main(int argc, char **argv)
{
    if ((progname = strrchr(argv[0], '/')) == NULL)
        progname = argv[0];
    else
        progname++;
    int n = 0;
    for (int i = 1; i < argc; i++)
        n ^= show();
    return n;
}
