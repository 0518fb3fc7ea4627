// UNSAFE
// A table of two arguments whose rows call far behind its end: for the smaller values of m it is a line.
// INPUTS: 2 6
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int grow(int m, int n)
{
    if (m == 0)
        return n + 2;
    if (n == 0)
        return 1;
    return grow(m - 1, grow(m, n - 1));
}

int main(void)
{
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();

    if (m < 0 || m > 2 || n < 0 || n > 12)
        return 0;
    if (grow(m, n) == 127)
        reach_error();
    return 0;
}
