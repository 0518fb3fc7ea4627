// UNSAFE
// What a caller tests of a size may be one more than the function that it calls allows.
// INPUTS: 1000 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int first(int n, int key)
{
    int low = 0, high = n;

    while (low < high) {
        if (low < 0 || high > 999)
            reach_error();
        if (__VERIFIER_nondet_int() < key)
            low = low + 1;
        else
            high = high - 1;
    }
    return low;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 1000)
        return 0;
    int at = first(n, __VERIFIER_nondet_int());
    if (at < 0 || at > n)
        reach_error();
    return 0;
}
