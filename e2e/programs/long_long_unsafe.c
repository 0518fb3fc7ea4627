// UNSAFE
// Sixty-four-bit arithmetic does not overflow where the int does.
// INPUTS: 66000
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    long long wide = (long long)x * x;
    unsigned low = (unsigned)x * (unsigned)x;

    if (x < -3000 || x > 70000)
        return 0;
    if (wide != (long long)low)
        reach_error();
    return 0;
}
