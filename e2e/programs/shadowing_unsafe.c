// UNSAFE
// An inner declaration hides an outer one until its block ends.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int value = 1;

int main(void)
{
    int outer = value;
    int value = __VERIFIER_nondet_int();

    {
        int value = 3;

        outer = outer + value;
    }
    for (int outer = 0; outer < 2; outer++)
        value = outer;
    if (outer != 4 || value != 2)
        reach_error();
    return 0;
}
