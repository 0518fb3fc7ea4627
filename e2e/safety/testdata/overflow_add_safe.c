// CHECK: overflow
// TRUE
// The guard keeps the sum inside int; unsigned sums wrap and are no overflow (C11 6.2.5p9).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x + 4000000000u;

    if (x > 0 && y > 0 && x < 1073741824 && y <= 1073741823)
        return x + y;
    return u > 5;
}
