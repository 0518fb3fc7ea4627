// SAFE
// No cell is greater than the greatest.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[200];
    int greatest;

    for (int i = 0; i < 200; i++)
        a[i] = i ^ 85;
    greatest = a[0];
    for (int i = 1; i < 200; i++)
        if (a[i] > greatest)
            greatest = a[i];
    for (int i = 0; i < 200; i++)
        check(a[i] <= greatest);
    return 0;
}
