// SAFE
// memcpy of a struct copies all its fields, and nothing beside it.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct record {
    char tag;
    int value;
    short small;
};

int main(void)
{
    struct record from, to[2];

    from.tag = 'a';
    from.value = __VERIFIER_nondet_int();
    from.small = -3;
    to[0].value = 1;
    to[1].value = 2;
    memcpy(&to[1], &from, sizeof from);
    if (to[1].tag != 'a' || to[1].value != from.value || to[1].small != -3)
        reach_error();
    if (to[0].value != 1)
        reach_error();
    return 0;
}
