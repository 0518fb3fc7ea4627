// CHECK: cleanup
// FALSE(valid-memcleanup) executed
// _Exit ends the program at once, with the object that a destructor would free.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

__attribute__((destructor)) static void release(void) { free(kept); }

int main(void)
{
    kept = malloc(8);
    if (__VERIFIER_nondet_int())
        _Exit(0);
    return 0;
}
