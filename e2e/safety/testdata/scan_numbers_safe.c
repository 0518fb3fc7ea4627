// CHECK: reach
// TRUE
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    long low = 5;
    short small = 1;

    if (scanf("%ld %hd", &low, &small) < 2 && small != 1)
        reach_error();
    return 0;
}
