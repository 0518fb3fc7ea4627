// CHECK: bounds,null
// TRUE
#include <stdio.h>

int main(int argc, char **argv)
{
    int n = 0;

    while (*++argv)
        if (**argv == '-')
            n++;
    printf("%d\n", n);
    return 0;
}
