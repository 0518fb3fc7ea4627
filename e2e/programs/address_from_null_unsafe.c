// UNSAFE
// INPUTS: none
// An address that is counted from a null pointer, as obstacks align one, is that of the object of which the number was
// taken; the access does not go through null.
#include <stdlib.h>
extern void reach_error(void);

#define ALIGNED(p) ((unsigned char *)0 + (((unsigned char *)(p) + 7 - (unsigned char *)0) & ~7ul))

int main(void)
{
    unsigned char *list = malloc(24);
    if (!list)
        return 0;
    *(unsigned char **)ALIGNED(list) = list;
    reach_error();
    return 0;
}
