// SAFE
// Needs generalisation: each round adds one to one of two counters, so their sum counts the rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    int a = 0;
    int b = 0;
    int i = 0;

    if (rounds < 0)
        return 0;
    while (i < rounds) {
        if (__VERIFIER_nondet_int())
            a = a + 1;
        else
            b = b + 1;
        i = i + 1;
    }
    if (a + b != rounds)
        reach_error();
    return 0;
}
