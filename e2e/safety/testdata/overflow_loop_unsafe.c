// CHECK: overflow
// FALSE(no-overflow) executed
// With <= the counter passes a bound of INT_MAX.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = n > 2147483600 ? 2147483640 : 0;

    while (i <= n)
        i++;
    return i;
}
