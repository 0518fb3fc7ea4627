// CHECK: overflow
// TRUE
// The right operand of && is evaluated only where the left one holds.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int more = x < 2147483647 ? x + 1 : x;

    return x > -100 && x - 100 > -300 && more > 3;
}
