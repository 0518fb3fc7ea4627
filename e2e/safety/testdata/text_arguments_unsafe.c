// CHECK: bounds,null
// FALSE(valid-deref) executed
// The zero at the end of a text was overwritten, in a function that was handed it.
#include <stdio.h>

static void mark(char *s)
{
    s[0] = 'x';
}

int main(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++) {
        mark(argv[i]);
        for (char *p = argv[i]; *p; p++)
            if (*p == '/')
                n++;
    }
    return n > 3;
}
