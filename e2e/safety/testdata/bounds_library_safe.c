// CHECK: bounds
// TRUE
// Strings that end in their arrays, and as many bytes as there are.
#include <stdio.h>

int main(void)
{
    char path[4] = {'a', '/', 'b', 0}, mark[2] = {'o', 'k'};
    FILE *f = fopen(path, "w");

    if (f == NULL)
        return 1;
    fwrite(mark, 1, sizeof mark, f);
    printf("%.2s: %s\n", mark, path);
    return 0;
}
