// UNSAFE
// A run that aborts is over, and no error.
// INPUTS: 101
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

static void check(int value)
{
    if (value < 0)
        abort();
}

int main(void)
{
    int value = __VERIFIER_nondet_int();

    check(value);
    if (value > 100)
        reach_error();
    return 0;
}
