// SAFE
// Functions with the attribute destructor run when main returns or exit is called, not after _exit.
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;

static __attribute__((destructor(200))) void check(void)
{
    if (held)
        reach_error();
}

static __attribute__((destructor(300))) void release(void)
{
    if (held == 1)
        held = 0;
}

int main(void)
{
    held = __VERIFIER_nondet_int();
    if (held == 3)
        _exit(1);
    if (held != 1)
        held = 0;
    if (held)
        exit(0);
    return 0;
}
