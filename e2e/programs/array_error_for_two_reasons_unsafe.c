// UNSAFE
// INPUTS: none
// It fails for the number of the round, whatever the cells are.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[50];

    for (int i = 0; i < 50; i++)
        a[i] = 5;
    for (int i = 0; i < 50; i++)
        check(a[i] == 5 && i != 49);
    return 0;
}
