// SAFE
// Needs generalisation: what one counter loses the other gains, so that x + y == n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = 0;
    int y = n;

    if (n < 0)
        return 0;
    while (y > 0) {
        x = x + 1;
        y = y - 1;
    }
    if (x != n)
        reach_error();
    return 0;
}
