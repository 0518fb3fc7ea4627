// UNSAFE
// SMASH, Figure 3: a not-may summary of bar (from 0 it never returns 0) turns the search for a must
// summary of foo to its other branch. The paper only describes bar: nested calls and many paths.
// INPUTS: 7
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int nudge(int value, int choice)
{
    if (choice > 10)
        return value + 2;
    if (choice > 5)
        return value + 4;
    return value;
}

static int wander(int value)
{
    value = nudge(value, __VERIFIER_nondet_int());
    value = nudge(value, __VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int())
        value = nudge(value, __VERIFIER_nondet_int()) + 2;
    return value;
}

// From an even number, an odd one; from an odd number, an even one.
static int bar(int i)
{
    int value = wander(i);

    if (__VERIFIER_nondet_int())
        value = wander(value + 6);
    return value + 1;
}

static int foo(int i, int j)
{
    if (j > 0)
        return bar(i) + 1;
    else
        return i + 1;
}

int main(void)
{
    int j = 5 - __VERIFIER_nondet_int() % 100; // for the first test, whose inputs are zero, positive
    int i = 0;
    int x;

    x = foo(i, j);
    if (x == 1)
        reach_error();
    return 0;
}
