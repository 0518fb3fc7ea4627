// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    execvp(argv[1], argv + 1);
    for (int i = 1; i <= argc; i++) // null is the last
        if (argv[i][0] == '-')
            puts(argv[i]);
    return 127;
}
