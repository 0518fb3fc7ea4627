// SAFE
// SMASH, Figure 1, for the inputs whose negation is representable: the claim that the paper makes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

static int g(int i)
{
    if (i > 0)
        return i;
    else
        return -i;
}

static int input(void)
{
    int value = __VERIFIER_nondet_int();

    if (value == -2147483647 - 1)
        abort();
    return value;
}

int main(void)
{
    int i1 = input();
    int i2 = input();
    int i3 = input();
    int x1, x2, x3;

    x1 = g(i1);
    x2 = g(i2);
    x3 = g(i3);
    if ((x1 < 0) || (x2 < 0) || (x3 < 0))
        reach_error();
    return 0;
}
