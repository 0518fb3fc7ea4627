// CHECK: overflow
// FALSE(no-overflow) executed
// The most negative value has no opposite.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    return x < 0 ? -x : x;
}
