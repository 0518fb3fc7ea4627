// CHECK: overflow
// TRUE
// The loop's bound bounds the sum.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;

    while (i < n)
        i++;
    return i;
}
