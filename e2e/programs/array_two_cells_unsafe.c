// UNSAFE
// INPUTS: none
// One cell is not.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[3] = {1, 1, 3};

    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++)
            check(a[i] < a[j]);
    return 0;
}
