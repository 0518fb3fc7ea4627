// UNSAFE
// INPUTS: none
// It leaves out one of the two.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[600];

    for (int i = 0; i < 600; i++)
        a[i] = 1;
    for (int i = 0; i < 300; i++) {
        a[2 * i] = 7;
        a[2 * i + 0] = 7;
    }
    for (int i = 0; i < 600; i++)
        check(a[i] == 7);
    return 0;
}
