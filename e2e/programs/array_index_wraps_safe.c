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
    int a[256] = {3, 3, [254] = 3, [255] = 3};
    unsigned char i = 254;

    for (int n = 0; n < 4; n++) {
        check(a[i] == 3);
        i++;
    }
    return 0;
}
