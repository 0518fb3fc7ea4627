// UNSAFE
// INPUTS: none
// The result of a comparison need not be -1.
#include <string.h>
extern void reach_error(void);

int main(void)
{
    char a[] = "a", c[] = "c";
    int (*volatile compare)(const char *, const char *) = strcmp;

    if (compare(a, c) != -1)
        reach_error();
    return 0;
}
