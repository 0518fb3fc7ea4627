// SAFE
// A check inside an endless loop: the state takes two values, however long the loop runs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int state = 0;
    int rounds = 0;

    while (__VERIFIER_nondet_int()) {
        if (state != 0 && state != 1)
            reach_error();
        state = 1 - state;
        rounds = rounds + 1;
    }
    return 0;
}
