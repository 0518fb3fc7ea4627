// CHECK: shift
// TRUE
// The amount is masked; a shift that is too wide is none where it is not evaluated.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned long long wide = 1ull << (n & 63);

    return (n >= 0 && n < 32 && 1u >> n) || wide == 3;
}
