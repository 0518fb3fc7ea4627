// UNKNOWN known-imprecision
// Truth: SAFE
// SYNERGY, Figure 9: the loop never ends, but each refinement only unrolls it once more. It takes a
// generalisation, to x >= 0 && y >= 0 or to x == 0, which splitting at the frontier does not find.
extern void reach_error(void);

static void foo(void)
{
    int x, y;

    x = 0;
    y = 0;
    while (y >= 0) {
        y = y + x;
    }
    reach_error();
}

int main(void)
{
    foo();
    return 0;
}
