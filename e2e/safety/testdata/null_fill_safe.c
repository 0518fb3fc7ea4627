// CHECK: null
// TRUE
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    char some[10], *to = NULL;
    unsigned n = __VERIFIER_nondet_uint();

    if (n > 0 && n < 10)
        to = some;
    else
        n = 0;
    memset(to, 0, n);
    return 0;
}
