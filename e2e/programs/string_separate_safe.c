// SAFE
// The words of a text, empty ones too, one call each.
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
    if (rest != 0 || words - empty != 2 || empty != (text[1] != '.'))
        reach_error();
    return 0;
}
