// SAFE
// SYNERGY, Figure 9: the loop never ends, but each refinement at the frontier only unrolls it once more.
// It takes a generalisation: x == 0 and y == 0 at the loop head.
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
