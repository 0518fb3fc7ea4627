// UNSAFE
// Any number of rounds; the state is the parity of the choices so far.
// INPUTS: 1 1 1 1 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int state = 0;
    int last = 0;

    while (__VERIFIER_nondet_int()) {
        last = __VERIFIER_nondet_int() != 0;
        if (last)
            state = 1 - state;
    }
    if (state != 0 && state != 1)
        reach_error();
    if (last && state == 0)
        reach_error();
    return 0;
}
