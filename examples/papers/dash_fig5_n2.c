// SAFE
// DASH, Figure 5, for n = 2: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2)
{
    if (p == p1)
        return;
    if (p == p2)
        return;
    *p1 = 0;
    *p2 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1)
        reach_error();
    p = p1;
    p = p2;
}

int main(void)
{
    int shared;
    int own1, own2;
    int *p1, *p2;

    p1 = __VERIFIER_nondet_int() ? &shared : &own1;
    p2 = __VERIFIER_nondet_int() ? &shared : &own2;
    foo(&shared, p1, p2);
    return 0;
}
