// UNSAFE
// The comma operator in conditions and in the head of a loop.
// INPUTS: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i, j;
    int n = __VERIFIER_nondet_int();

    for (i = 0, j = 6; i < j; i++, j--)
        ;
    if (i != 3 || j != 3)
        reach_error();
    if (n = n & 1, n > 0)
        reach_error();
    return 0;
}
