// SAFE
// Needs generalisation: one counter is twice the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    int j = 0;

    if (n < 0 || n > 100000)
        return 0;
    while (i < n) {
        i = i + 1;
        j = j + 2;
    }
    if (j != 2 * n)
        reach_error();
    return 0;
}
