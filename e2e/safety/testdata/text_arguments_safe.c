// CHECK: bounds,null
// TRUE
#include <stdio.h>

static int dashes(const char *s)
{
    int n = 0;

    while (*s)
        n += *s++ == '-';
    return n;
}

int main(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++) {
        for (char *p = argv[i]; *p; p++)
            if (*p == '/')
                n++;
    }
    return n > 3 && dashes(argv[0]) > 2;
}
