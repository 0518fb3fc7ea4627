// SAFE
// A loop fills all cells, and all are looked at.
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
    for (int i = 0; i < 500; i++)
        a[i] = 2 * i + 1;
    for (int i = 0; i < 500; i++)
        check(a[i] == 2 * i + 1);
    return 0;
}
