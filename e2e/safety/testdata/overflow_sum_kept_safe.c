// CHECK: overflow
// TRUE
// What is taken from n is added to m, so m stays in range since m + n does.
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
    if (m < 0 || m > 1073741823)
        return 0;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1073741823)
        return 0;
    return move(m, n) != m + n;
}
