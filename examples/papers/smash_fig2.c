// UNSAFE
// SMASH, Figure 2: one must summary of f, through its easy branch, serves three calls. The function h is
// the paper's "complex function such as a hash function"; ours mixes bits in a loop, and is negative for the zeros
// that the first test has.
// INPUTS: 1 2 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int h(int i)
{
    unsigned hash = 2166136261u;
    unsigned rest = (unsigned)i;
    int round;

    for (round = 0; round < 4; round++) {
        hash = (hash ^ (rest & 255u)) * 16777619u;
        rest = rest >> 8;
    }
    return 0x40000000 - (int)(hash & 0x7fffffffu);
}

static int f(int i)
{
    if (i > 0)
        return i;
    else
        return h(i);
}

int main(void)
{
    int i1 = __VERIFIER_nondet_int();
    int i2 = __VERIFIER_nondet_int();
    int i3 = __VERIFIER_nondet_int();
    int x1, x2, x3;

    x1 = f(i1);
    x2 = f(i2);
    x3 = f(i3);
    if (x1 > 0)
        if (x2 > 0)
            if (x3 > 0)
                reach_error();
    return 0;
}
