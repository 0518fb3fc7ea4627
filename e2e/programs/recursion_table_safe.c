// SAFE
// What a call returns is on no line, but the argument is bounded: a table of the results is the contract.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int ways(int n)
{
    if (n < 0)
        return 0;
    if (n == 0)
        return 1;
    return ways(n - 1) + ways(n - 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 38 || n > 44)
        return 0;
    if (ways(n) < 60000000)
        reach_error();
    return 0;
}
