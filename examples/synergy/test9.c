// UNSAFE
// Like Figure 7: two branches, each opened by a new input.
// INPUTS: 7 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    if (x != y)
        if (3 * x == 2 * x + 7)
            reach_error();
    return 0;
}
