// CHECK: div
// FALSE(no-division-by-zero) executed
// The divisor is even.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int() & ~1;

    x /= y;
    return x % y;
}
