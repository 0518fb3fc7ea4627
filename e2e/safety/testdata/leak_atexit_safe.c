// CHECK: leak
// TRUE
// A destructor frees the object before the program ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *kept;

__attribute__((destructor)) static void release(void) { free(kept); kept = 0; }

int main(void)
{
    char *p = malloc(8);

    if (__VERIFIER_nondet_int())
        kept = p;
    else
        free(p);
    p = NULL;
    return 0;
}
