// SAFE
// Each cell is greater than those before it.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[4];

    for (int i = 0; i < 4; i++)
        a[i] = 3 * i;
    a[2] = 6;
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            check(a[i] < a[j]);
    return 0;
}
