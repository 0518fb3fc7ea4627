// SAFE
// What one function never does is shown once for three calls, and a path through another one found once.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);

static int h(int i)
{
    unsigned hash = 2166136261u;
    unsigned rest = (unsigned)i;
    int round;

    for (round = 0; round < 4; round++) {
        hash = (hash ^ (rest & 255u)) * 16777619u;
        rest = rest >> 8;
    }
    return -(int)(hash & 0x3fffffffu);
}

// Positive for one kind of number only, which no first guess is: 9.
static int f(int i)
{
    unsigned char x = (unsigned char)i;

    if ((unsigned char)(x * x) == 0x51 && x < 0x20)
        return x;
    else
        return h(i);
}

static int g(int i)
{
    if (i > 0)
        return i;
    else
        return -i;
}

static int input(void)
{
    int value = __VERIFIER_nondet_int();

    if (value == -2147483647 - 1)
        abort();
    return value;
}

int main(void)
{
    int i1 = __VERIFIER_nondet_int();
    int i2 = __VERIFIER_nondet_int();
    int i3 = __VERIFIER_nondet_int();
    int x1, x2, x3, y1, y2, y3;

    y1 = g(input());
    y2 = g(input());
    y3 = g(input());
    if (y1 < 0 || y2 < 0 || y3 < 0)
        reach_error();
    x1 = f(i1);
    x2 = f(i2);
    x3 = f(i3);
    if (x1 > 0)
        if (x2 > 1)
            if (x3 > 9)
                reach_error();
    return 0;
}
