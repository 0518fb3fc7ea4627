// UNSAFE
// INPUTS: 5
// A loop fills an array, and behind an assertion about all of its cells there are some about single ones.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[500];
    int n = __VERIFIER_nondet_int();

    if (n < 3 || n > 500)
        return 0;
    a[0] = 7;
    for (int i = 1; i < n; i++)
        a[i] = 42;
    for (int i = 1; i < n; i++)
        check(a[i] == 42);
    check(a[0] == 42);
    if (a[2] != 42)
        reach_error();
    return 0;
}
