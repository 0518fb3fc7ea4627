// SAFE
// Like Figure 1, but correct: the loop does not touch the input that the check after it reads.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int i, c;

    if (a <= 0)
        return 0;
    i = 0;
    c = 0;
    while (i < 1000) {
        c = c + i;
        i = i + 1;
    }
    if (a <= 0)
        reach_error();
    return 0;
}
