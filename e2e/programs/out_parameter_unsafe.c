// UNSAFE
// A callee returns a status and writes its result through a pointer.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int divide(int numerator, int denominator, int *quotient)
{
    if (denominator <= 0)
        return -1;
    *quotient = numerator / denominator;
    return 0;
}

int main(void)
{
    int quotient = 3;
    int denominator = __VERIFIER_nondet_int();
    int status = divide(8, denominator, &quotient);

    if (status != 0 && quotient != 3)
        reach_error();
    if (status == 0 && (quotient < 0 || quotient > 7))
        reach_error();
    return 0;
}
