// SAFE
// Arrays were found to be equal, and are.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[300], b[300];
    int equal = 1;

    for (int i = 0; i < 300; i++) {
        a[i] = i;
        b[i] = i < 8 ? __VERIFIER_nondet_int() : i;
    }
    for (int i = 0; i < 300; i++)
        if (a[i] != b[i])
            equal = 0;
    if (equal)
        for (int i = 0; i < 300; i++)
            check(a[i] == b[i]);
    return 0;
}
