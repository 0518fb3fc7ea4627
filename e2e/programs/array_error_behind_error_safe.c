// SAFE
// Behind an assertion that would fail nothing more does, since it does not fail.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[60], b[60];

    for (int i = 0; i < 60; i++) {
        a[i] = 1;
        b[i] = a[i] + 1;
    }
    for (int i = 0; i < 60; i++) {
        check(a[i] == 1);
        check(b[i] == 2);
    }
    return 0;
}
