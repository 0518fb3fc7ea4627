// UNSAFE
// A pointer is changed through a pointer to it.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int first, second;

static void redirect(int **where, int *target)
{
    *where = target;
}

int main(void)
{
    int *p = &first;
    int **pp = &p;

    first = 1;
    second = 2;
    if (__VERIFIER_nondet_int())
        redirect(pp, &second);
    **pp = 7;
    if (p == &second && first == 1)
        reach_error();
    return 0;
}
