// UNSAFE
// SYNERGY, Figure 4: Figure 1 with its variables in one array.
// INPUTS: -1 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

static void foo(int a[])
{
    int i, j;

    i = 0;
    j = 1;
    a[j] = 0;
    while (i < 1000) {
        a[j] = a[j] + i;
        i = i + 1;
    }
    if (!(a[0] <= 0))
        abort();
    reach_error();
}

int main(void)
{
    int a[2];

    a[0] = __VERIFIER_nondet_int();
    a[1] = __VERIFIER_nondet_int();
    foo(a);
    return 0;
}
