// UNSAFE
// The words of a text: strsep gives the empty ones, too, which strtok leaves out.
// INPUTS: 0
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    char text[] = "a,,b";
    char *rest = text;
    int words = 0, empty = 0;

    if (__VERIFIER_nondet_int())
        text[1] = '.';
    for (char *word; (word = strsep(&rest, ",")) != 0; words++)
        if (*word == '\0')
            empty++;
    if (empty != 0)
        reach_error();
    return 0;
}
