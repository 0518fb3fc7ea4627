// UNSAFE
// SYNERGY, Figure 1: a deterministic loop of 1000 rounds before an error that depends on the input only.
// INPUTS: -5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

static void foo(int a)
{
    int i, c;

    i = 0;
    c = 0;
    while (i < 1000) {
        c = c + i;
        i = i + 1;
    }
    if (!(a <= 0))
        abort();
    reach_error();
}

int main(void)
{
    foo(__VERIFIER_nondet_int());
    return 0;
}
