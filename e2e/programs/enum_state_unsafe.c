// UNSAFE
// A state machine over an enumeration with given values.
// INPUTS: 1 -1 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state { IDLE = 2, BUSY = 4, FAILED = BUSY + 3 };

static enum state step(enum state state, int event)
{
    switch (state) {
    case IDLE:
        return event > 0 ? BUSY : IDLE;
    case BUSY:
        return event < 0 ? FAILED : IDLE;
    default:
        return FAILED;
    }
}

int main(void)
{
    enum state state = IDLE;
    int i;

    for (i = 0; i < 3; i++)
        state = step(state, __VERIFIER_nondet_int());
    if (state != IDLE && state != BUSY && state != 7)
        reach_error();
    if (state == FAILED && i == 3)
        reach_error();
    return 0;
}
