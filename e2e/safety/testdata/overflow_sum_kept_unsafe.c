// CHECK: overflow
// FALSE(no-overflow) executed
// The sum of m and n need not be in range.
int __VERIFIER_nondet_int(void);

static int move(int m, int n)
{
    if (n == 0)
        return m;
    return n > 0 ? move(m + 1, n - 1) : move(m - 1, n + 1);
}

int main(void)
{
    int m = __VERIFIER_nondet_int();
    if (m < 0 || m > 2147483647)
        return 0;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2147483647)
        return 0;
    return move(m, n) != m + n;
}
