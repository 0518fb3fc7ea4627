// CHECK: overflow
// TRUE
// A left shift of a number that is not negative overflows where the product is too large (C11 6.5.7p4).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();

    if (x >= 0 && x < 128 && n >= 0 && n < 24)
        return x << n;
    return (int)(1u << 31) >> 3;
}
