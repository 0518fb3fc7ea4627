// CHECK: overflow
// FALSE(no-overflow) executed
// The left operand of || is evaluated always.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    return x - 100 > -300 || x > -100;
}
