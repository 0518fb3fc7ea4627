// UNSAFE
// INPUTS: 19 1000
// What a function never returns is shown for its first call and serves for the second.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int bar(int i)
{
    int steps = 0;

    while (i > 5 && steps < 40) {
        if (i % 2 == 0)
            i = i / 2;
        else
            i = i - 3;
        steps = steps + 1;
    }
    if (i == 5)
        return steps == 0 ? 3 : 23;
    if (steps > 6)
        return 19;
    if (steps > 3)
        return 13;
    return i == 4 ? 7 : 2;
}

static int g(int j)
{
    if (j > 0)
        return j;
    else
        return -j;
}

static int foo(int i, int j)
{
    int r, y;

    y = bar(i);
    if (y > 10)
        r = g(j);
    else
        r = y;
    return r;
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    int x, y;

    if (i > 2 && j > 2) {
        x = foo(i, j);
        y = foo(j, i);
        if (x < 0)
            reach_error();
        if (y == 19)
            reach_error();
    }
    return 0;
}
