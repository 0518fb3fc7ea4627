// SAFE
// error with a status that is not 0 does not return.
#include <error.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x < 0)
        error(1, 0, "negative");
    if (x < 0)
        reach_error();
    return 0;
}
