// UNSAFE
// An array parameter is a pointer: the callee changes the caller's elements.
// INPUTS: 4
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void clear(int cells[], int count)
{
    while (count > 0)
        cells[--count] = 0;
}

int main(void)
{
    int cells[4] = {1, 2, 3, 4};
    int count = __VERIFIER_nondet_int();

    if (count < 0 || count > 4)
        return 0;
    clear(cells, count);
    if (cells[3] == 0 && count == 4)
        reach_error();
    return 0;
}
