// UNSAFE
// INPUTS: none
// The loop leaves the last cell out.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[500];

    a[499] = 0;
    for (int i = 0; i < 499; i++)
        a[i] = 2 * i + 1;
    for (int i = 0; i < 500; i++)
        check(a[i] == 2 * i + 1);
    return 0;
}
