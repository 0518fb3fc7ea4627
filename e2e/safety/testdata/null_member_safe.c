// CHECK: null,bounds ILP32
// TRUE
// The address of a member is no access.
#include <stddef.h>
struct pair { int first, second; };
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct pair one = {1, 2}, *p = __VERIFIER_nondet_int() ? &one : NULL;
    int *second = &p->second;

    return p != NULL ? *second : (int)offsetof(struct pair, second);
}
