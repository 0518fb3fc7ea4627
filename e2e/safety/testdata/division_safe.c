// CHECK: div
// TRUE
// The divisor is odd.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int() | 1;

    x /= y;
    return x % y;
}
