// CHECK: null,bounds ILP32
// FALSE(valid-deref) executed
// A member of no object.
#include <stddef.h>
struct pair { int first, second; };
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct pair one = {1, 2}, *p = __VERIFIER_nondet_int() ? &one : NULL;

    return p->second;
}
