// CHECK: overflow
// FALSE(no-overflow) executed
// The remainder is undefined where the quotient is (C11 6.5.5p6).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();

    return x % y;
}
