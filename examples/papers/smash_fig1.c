// UNSAFE
// SMASH, Figure 1: three calls answered by one not-may summary, "g never returns a negative value". The
// paper's integers have no bounds. Machine integers do: -INT_MIN is INT_MIN, so the error is reachable;
// smash_fig1_bounded.c excludes that input.
// INPUTS: -2147483648 0 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int g(int i)
{
    if (i > 0)
        return i;
    else
        return -i;
}

int main(void)
{
    int i1 = __VERIFIER_nondet_int();
    int i2 = __VERIFIER_nondet_int();
    int i3 = __VERIFIER_nondet_int();
    int x1, x2, x3;

    x1 = g(i1);
    x2 = g(i2);
    x3 = g(i3);
    if ((x1 < 0) || (x2 < 0) || (x3 < 0))
        reach_error();
    return 0;
}
