// UNSAFE
// INPUTS: 1 2
// The second loop copies the first cell everywhere.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[300], b[300], c[300];

    for (int i = 0; i < 300; i++)
        a[i] = i < 2 ? __VERIFIER_nondet_int() : i;
    for (int i = 0; i < 300; i++)
        b[i] = a[i];
    for (int i = 0; i < 300; i++)
        c[i] = b[0];
    for (int i = 0; i < 300; i++)
        check(c[i] == a[i]);
    return 0;
}
