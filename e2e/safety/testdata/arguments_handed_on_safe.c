// CHECK: bounds,null
// TRUE
#include <stdio.h>

static int count(int argc, char *const *argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            n++;
    return n;
}

static int all(char **argv, int argc) { return count(argc, argv); }

int main(int argc, char **argv)
{
    printf("%d\n", all(argv, argc));
    return 0;
}
