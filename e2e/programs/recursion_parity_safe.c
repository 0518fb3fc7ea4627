// SAFE
// Two functions call one another; what each returns says whether its argument is even.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int odd(unsigned n);

static int even(unsigned n)
{
    if (n == 0)
        return 1;
    return odd(n - 1);
}

static int odd(unsigned n)
{
    if (n == 0)
        return 0;
    return even(n - 1);
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_int();

    if (n > 10000)
        return 0;
    if (even(n) != (n % 2 == 0))
        reach_error();
    return 0;
}
