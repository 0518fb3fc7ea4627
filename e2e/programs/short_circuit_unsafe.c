// UNSAFE
// The right side of && and || runs only where it is needed.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int calls;

static int touch(int result)
{
    calls++;
    return result;
}

int main(void)
{
    int a = __VERIFIER_nondet_int() != 0;
    int both, either;

    calls = 0;
    both = a && touch(1);
    either = a || touch(0);
    if (calls != 1)
        reach_error();
    if (both != a || either != 1)
        reach_error();
    return 0;
}
