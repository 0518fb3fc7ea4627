// CHECK: cleanup
// TRUE
// The object is freed where _Exit ends the program at once, too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

__attribute__((destructor)) static void release(void) { free(kept); }

int main(void)
{
    kept = malloc(8);
    if (__VERIFIER_nondet_int())
    {
        free(kept);
        _Exit(0);
    }
    return 0;
}
