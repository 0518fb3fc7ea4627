// CHECK: div
// FALSE(no-division-by-zero) executed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    div_t d = div(1, __VERIFIER_nondet_int());

    return d.rem;
}
