// SAFE
// What stands behind a link of either structure is reached by one pointer.
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *previous; };

struct first { int before; struct link link; int behind; };
struct second { struct link link; int behind; char *text; };

int main(void)
{
    struct first first = {0};
    struct second second = {0};
    struct link *link = __VERIFIER_nondet_int() ? &first.link : &second.link;
    *(int *)((char *)link + sizeof *link) = 7;
    if (second.behind == 7 && first.behind == 7)
        reach_error();
    return 0;
}
