// CHECK: leak
// TRUE
// A server that never ends keeps nothing between two rounds.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    while (1) {
        char *p = malloc(4);

        if (__VERIFIER_nondet_int() == 3)
            p = realloc(p, 8);
        free(p);
    }
}
