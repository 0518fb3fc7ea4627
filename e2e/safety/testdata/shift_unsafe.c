// CHECK: shift
// FALSE(valid-shift) executed
// The mask is the one of the wider type.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();

    return 1u << (n & 63) == 3;
}
