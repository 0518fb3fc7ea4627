// SAFE
// Nested loops with small bounds, one of them from outside.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int rows = __VERIFIER_nondet_int();
    int cells = 0;
    int i, j;

    if (rows < 0 || rows > 3)
        return 0;
    for (i = 0; i < rows; i++) {
        for (j = 0; j <= i; j++)
            cells++;
    }
    if (cells > 6)
        reach_error();
    return 0;
}
