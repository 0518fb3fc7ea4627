// UNSAFE
// Figure 1 with a short deterministic loop, so that unrolling it also ends.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int i;

    i = 0;
    while (i < 10) {
        i = i + 1;
    }
    if (a <= 0)
        reach_error();
    return 0;
}
