// SAFE
// DASH, Figure 6: two calls of one procedure, each a question of its own.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int inc(int y)
{
    return y + 1;
}

static void top(int x)
{
    int a, b;

    a = inc(x);
    b = inc(a);
    if (b != x + 2)
        reach_error();
}

int main(void)
{
    top(__VERIFIER_nondet_int());
    return 0;
}
