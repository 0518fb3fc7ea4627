// UNSAFE
// One value is left as it is.
// INPUTS: 1 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int round = 0, least = __VERIFIER_nondet_int(), bound = __VERIFIER_nondet_int();

    while (round < 300) {
        round++;
        if (least > bound + 1)
            least = bound;
    }
    if (least > bound)
        reach_error();
    return 0;
}
