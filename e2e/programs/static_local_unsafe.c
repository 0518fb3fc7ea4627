// UNSAFE
// A static local keeps its value between calls, and starts with its initialiser.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int next(void)
{
    static int counter = 5;

    counter++;
    return counter;
}

int main(void)
{
    int first = next();

    if (__VERIFIER_nondet_int())
        next();
    if (next() > first + 1)
        reach_error();
    return 0;
}
