// UNSAFE
// INPUTS: none
// What is printed in front of %n is counted in every function that has a format.
#include <err.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int one = 0, two = 0;
    char text[20];

    sprintf(text, "ab%nc", &one);
    warnx("abc%n", &two);
    if (one == 2 && two == 3)
        reach_error();
    return 0;
}
