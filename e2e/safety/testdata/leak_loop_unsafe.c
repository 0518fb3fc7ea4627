// CHECK: leak
// UNKNOWN(unsupported)
// A server that never ends loses an object in a round: nothing says so at the end, so it is not TRUE.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    while (1) {
        char *p = malloc(4);

        if (__VERIFIER_nondet_int() == 3)
            p = realloc(NULL, 8);
        free(p);
    }
}
