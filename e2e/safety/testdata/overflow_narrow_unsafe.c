// CHECK: overflow
// FALSE(no-overflow) executed
// A product of two unsigned shorts is one of ints.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned short s = (unsigned short)__VERIFIER_nondet_int();

    return s * s > 5;
}
