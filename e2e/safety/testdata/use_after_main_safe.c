// CHECK: uaf
// TRUE
// The function that runs when the program ends uses an object that outlives main.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *used, sum;

static void last(void) { sum = *used; }

int main(void)
{
    static int total;

    used = &total;
    total = __VERIFIER_nondet_int();
    atexit(last);
    if (total)
        exit(1);
    return 0;
}
