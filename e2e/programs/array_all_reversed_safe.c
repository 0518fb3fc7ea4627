// SAFE
// Cells are copied in reverse order, and compared from both ends.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[200], b[201];

    b[200] = 0;
    for (int i = 0; i < 200; i++)
        a[i] = i + 1;
    for (int i = 0; i < 200; i++)
        b[199 - i] = a[i];
    for (int i = 0; i < 200; i++)
        check(b[199 - i] == i + 1);
    return 0;
}
