// SAFE
// A structure that holds a link is copied into another that holds one too.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *previous; };

struct inner { char first; struct link link; };
struct outer { struct link link; struct inner inner; };

int main(void)
{
    struct outer outer;
    struct inner inner;
    struct link *link;
    memset(&outer, 0, sizeof outer);
    memset(&inner, 0, sizeof inner);
    link = __VERIFIER_nondet_int() ? &outer.link : &inner.link;
    memcpy(&outer.inner, &inner, sizeof inner);
    link->next = link;
    outer.inner = inner;
    if (outer.inner.link.next == &outer.link)
        reach_error();
    return 0;
}
