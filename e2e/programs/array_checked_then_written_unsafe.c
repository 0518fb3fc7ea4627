// UNSAFE
// INPUTS: none
// The cell is looked at again.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[100];
    int n = 0;

    for (int i = 0; i < 100; i++)
        a[i] = 0;
    for (int i = 0; i < 100; i++) {
        check(a[i] == 0);
        a[99 - i] = 1;
        if (i == 50)
            break;
    }
    return n;
}
