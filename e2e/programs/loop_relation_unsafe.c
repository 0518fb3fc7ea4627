// UNSAFE
// The second loop stops a round early.
// INPUTS: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i = 0, sum = 0, n = __VERIFIER_nondet_int();

    while (i < n) {
        i++;
        sum += 2;
    }
    while (i > 1) {
        i--;
        sum -= 2;
    }
    if (sum != 0)
        reach_error();
    return 0;
}
