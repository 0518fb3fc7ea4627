// SAFE
// Two procedures that call each other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_odd(int n);

static int is_even(int n)
{
    if (n == 0)
        return 1;
    return is_odd(n - 1);
}

static int is_odd(int n)
{
    if (n == 0)
        return 0;
    return is_even(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 5)
        return 0;
    if (is_even(n) == is_odd(n))
        reach_error();
    return 0;
}
