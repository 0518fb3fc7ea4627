// UNSAFE
// The inner index of a bubble sort leaves an array that is one shorter than what was tested.
// INPUTS: 50
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a[49];

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 50)
        return 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j + 1 < n - i; j++) {
            if (j < 0 || (unsigned long)(j + 1) * sizeof a[0] >= sizeof a)
                reach_error();
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }
    return 0;
}
