// SAFE
// Needs generalisation: the step is never negative and never too large, so the number never gets negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 0;
    int y = 0;

    while (y >= 0 && y < 1000000) {
        y = y + x;
        if (__VERIFIER_nondet_int() && x < 1000)
            x = x + 1;
    }
    if (y < 0)
        reach_error();
    return 0;
}
