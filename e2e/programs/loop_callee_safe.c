// SAFE
// What holds at the loop in the callee holds because of what its callers give it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count(int from, int to)
{
    int rounds = 0;

    while (from < to) {
        from++;
        rounds++;
    }
    if (from > 100 || rounds < 0)
        reach_error();
    return rounds;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 100)
        return 0;
    while (__VERIFIER_nondet_int())
        count(0, n);
    return count(n, 100);
}
