// UNSAFE
// A recursive sum with a bound on its depth.
// INPUTS: 4
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum_to(int n)
{
    if (n <= 0)
        return 0;
    return n + sum_to(n - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n > 4)
        return 0;
    if (sum_to(n) > 9)
        reach_error();
    return 0;
}
