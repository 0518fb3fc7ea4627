// UNSAFE
// INPUTS: none
// A format that is no literal may have %n as one that is.
#include <stdio.h>
extern void reach_error(void);

static const char counts[] = "ab%n";

int main(void)
{
    int count = 0;

    printf(counts, &count);
    if (count == 2)
        reach_error();
    return 0;
}
