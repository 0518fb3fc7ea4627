// CHECK: bounds,null
// FALSE(valid-deref) executed
// A program steps behind a character of its name that may not be there.
#include <string.h>
static const char *progname = "none";
static int show(void) { return progname[0]; }
int main(int argc, char **argv)
{
    progname = strrchr(argv[0], 'x');
    progname++;
    int n = 0;
    for (int i = 1; i < argc; i++)
        n ^= show();
    return n;
}
