// SAFE
// An index of one byte goes round, and comes back to the first cell.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[256];
    unsigned char i = 0;

    for (int n = 0; n < 256; n++)
        a[n] = 3;
    for (int n = 0; n < 300; n++) {
        check(a[i] == 3);
        a[i] = 3;
        i++;
    }
    return 0;
}
