// CHECK: reach
// FALSE(unreach-call) executed
// The numbers and the text are what the test says, in the compiled program too.
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    long low = 5;
    short small = 1;
    char word[5];
    double half = 0;

    if (scanf("%ld %hd%4[a-z]%lf", &low, &small, word, &half) == 4 && low == -7 && small == 3 && word[1] == 'b' && half == 2.5)
        reach_error();
    return 0;
}
