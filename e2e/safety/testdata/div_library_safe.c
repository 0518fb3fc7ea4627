// CHECK: div
// TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    ldiv_t d = ldiv(1, n == 0 ? 1 : n);

    return d.rem != 0;
}
