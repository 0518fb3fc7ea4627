// UNSAFE
// A run that exits from a callee is over, and no error.
// INPUTS: -1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth;

static void leave(int code)
{
    if (code > 0)
        exit(code);
    depth--;
}

int main(void)
{
    int code = __VERIFIER_nondet_int();

    depth = 1;
    leave(code);
    if (depth == 0 && code != 0)
        reach_error();
    return 0;
}
