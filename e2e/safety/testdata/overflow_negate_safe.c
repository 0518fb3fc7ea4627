// CHECK: overflow
// TRUE
// The most negative value is not negated.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    return x < 0 && x != -2147483647 - 1 ? -x : x;
}
