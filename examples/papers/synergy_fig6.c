// SAFE
// SYNERGY, Figure 6: no finite bisimulation quotient, but a small simulation quotient.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

static void foo(int y)
{
    while (y > 0) {
        y = y - 1;
    }
    if (!0)
        abort();
    reach_error();
}

int main(void)
{
    foo(__VERIFIER_nondet_int());
    return 0;
}
