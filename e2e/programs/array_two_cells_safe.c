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
    int a[20];

    for (int i = 0; i < 20; i++)
        a[i] = 3 * i;
    a[10] = 30;
    for (int i = 0; i < 20; i++)
        for (int j = i + 1; j < 20; j++)
            check(a[i] < a[j]);
    return 0;
}
