// CHECK: bounds
// TRUE
// Copies of a length that is not known before.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char from[8] = "1234567", to[8];
    unsigned n = __VERIFIER_nondet_int();

    if (n <= 8)
        memcpy(to, from, n);
    memset(to, 0, 8);
    return to[0];
}
