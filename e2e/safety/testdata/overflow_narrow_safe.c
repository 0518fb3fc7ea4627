// CHECK: overflow
// TRUE
// What is smaller than int is computed as int, and storing it back is a conversion (C11 6.3.1.1p2, 6.3.1.3p3).
extern int __VERIFIER_nondet_int(void);
struct bits { int low : 5; };

int main(void)
{
    signed char c = (signed char)__VERIFIER_nondet_int();
    short s = (short)__VERIFIER_nondet_int();
    struct bits b;

    b.low = 15;
    b.low++;
    c++;
    s += s;
    c -= 100;
    s *= s;
    return c + s;
}
