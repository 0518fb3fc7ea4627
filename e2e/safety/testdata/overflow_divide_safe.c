// CHECK: overflow
// TRUE
// Division overflows only for the most negative value by -1; division by zero is another check.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();

    return x > -2147483647 ? x / y : x % 7;
}
