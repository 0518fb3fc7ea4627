// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <stdio.h>

static int count(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i <= argc; i++)
        if (argv[i][0] == '-')
            n++;
    return n;
}

int main(int argc, char **argv)
{
    printf("%d\n", count(argc, argv));
    return 0;
}
