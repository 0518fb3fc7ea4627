// UNSAFE
// SYNERGY, Figure 7: directed testing finds the inputs branch by branch.
// INPUTS: 10 25
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int x, int y)
{
    if (x != y)
        if (2 * x == x + 10)
            reach_error();
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    foo(x, y);
    return 0;
}
