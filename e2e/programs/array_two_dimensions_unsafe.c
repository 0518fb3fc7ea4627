// UNSAFE
// Rows of a two-dimensional array are passed as pointers.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void fill(int row[3], int value)
{
    int i;

    for (i = 0; i < 3; i++)
        row[i] = value;
}

int main(void)
{
    int grid[2][3] = {{1, 1, 1}, {2, 2, 2}};
    int which = __VERIFIER_nondet_int() != 0;

    fill(grid[which], 9);
    if (grid[which][2] != 9)
        reach_error();
    if (grid[1 - which][0] != 2)
        reach_error();
    return 0;
}
