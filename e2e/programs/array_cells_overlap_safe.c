// SAFE
// A word is written across two cells, and neither is looked at.
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    unsigned char bytes[12] = {0};
    unsigned word = 0x01010101;

    __builtin_memcpy(bytes + 2, &word, 4);
    for (int i = 0; i < 3; i++)
        check(i < 2 || (bytes[4 * i] | bytes[4 * i + 3]) == 0);
    return 0;
}
