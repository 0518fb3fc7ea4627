// UNSAFE
// A sum by recursion, and a memory cell that counts the calls: both are relations between entry and return.
// INPUTS: 0 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned calls;

static unsigned sum(unsigned a, unsigned b)
{
    calls++;
    if (b == 0)
        return a;
    return sum(a + (b != 3), b - 1);
}

static void check(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned before = calls, s;

    if (b > 10000)
        return 0;
    s = sum(a, b);

    check(s == a + b);
    check(calls == before + b + 1);
    return 0;
}
