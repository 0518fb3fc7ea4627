// SAFE
// DASH, Figure 5, for n = 1: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1)
{
    if (p == p1)
        return;
    *p1 = 0;
    *p = 1;
    if (*p1 == 1)
        reach_error();
    p = p1;
}

int main(void)
{
    int shared;
    int own1;
    int *p1;

    p1 = __VERIFIER_nondet_int() ? &shared : &own1;
    foo(&shared, p1);
    return 0;
}
