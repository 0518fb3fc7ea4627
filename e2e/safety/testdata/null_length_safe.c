// CHECK: null,bounds
// TRUE
// Where no byte is looked at nothing is asked of the pointers (C2y; docs/semantics.md).
#include <string.h>
#include <strings.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char *none = NULL, some[8] = "some";
    unsigned n = __VERIFIER_nondet_uint();

    if (n > 0 && n < 8)
        return memcmp(some, "somebody", n) + strncmp(some, "sum", n);
    if (n == 0) {
        memcpy(none, some, n);
        memmove(some, none, n);
        strncpy(some, none, n);
        strncpy(none, some, n);
        return memcmp(none, some, n) + bcmp(some, none, n) + strncmp(none, none, n);
    }
    return 0;
}
