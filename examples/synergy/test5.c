// UNSAFE
// Like Figure 1, with a loop that the input bounds: no finite bisimulation quotient.
// INPUTS: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i;

    i = 0;
    while (i < n) {
        i = i + 1;
    }
    if (n > 0)
        reach_error();
    return 0;
}
