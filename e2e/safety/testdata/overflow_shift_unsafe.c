// CHECK: overflow
// FALSE(no-overflow) executed
// One bit too far.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();

    if (x >= 0 && x < 128 && n >= 0 && n < 26)
        return x << n;
    return (int)(1u << 31) >> 3;
}
