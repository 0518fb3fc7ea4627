// SAFE
// A pointer to one of two structures is copied byte by byte.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *previous; };

struct first { struct link link; int value; };
struct second { int value; struct link link; };

int main(void)
{
    struct first first = {0};
    struct second second = {0};
    int *from = __VERIFIER_nondet_int() ? &first.value : &second.value, *to;
    unsigned char bytes[sizeof from], reversed[sizeof from];
    memcpy(bytes, &from, sizeof from);
    for (int i = sizeof from - 1; i >= 0; i--)
        reversed[i] = bytes[i];
    memcpy(&to, reversed, sizeof to);
    *to = 1;
    if (second.value == 1 && first.value == 1)
        reach_error();
    return 0;
}
