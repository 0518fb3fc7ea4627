// UNSAFE
// Pointers into one array: steps, differences and comparisons.
// INPUTS: 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a[5] = {0, 10, 20, 30, 40};
    int *p = a + 1;
    int *q = &a[4];
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 3)
        return 0;
    p += n;
    if (q - p != 3 - n || p > q)
        reach_error();
    if (*p == 30)
        reach_error();
    return 0;
}
