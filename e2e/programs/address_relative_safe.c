// SAFE
// A distance between two objects that is kept as a number leads from one to the other.
#include <stdint.h>
extern void reach_error(void);

struct node { intptr_t next; int value; } first, second;

int main(void)
{
    struct node *found;

    first.next = (intptr_t) &second - (intptr_t) &first;
    found = (struct node *) ((intptr_t) &first + first.next);
    found->value = 7;
    if (second.value != 7)
        reach_error();
    return 0;
}
