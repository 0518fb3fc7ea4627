// UNSAFE
// Like Figure 7, with a value computed on the way and a third input.
// INPUTS: 4 8 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();
    int twice;

    twice = 2 * x;
    if (twice == y) {
        z = z + 1;
        if (z == x)
            reach_error();
    }
    return 0;
}
