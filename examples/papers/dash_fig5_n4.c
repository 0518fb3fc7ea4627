// SAFE
// DASH, Figure 5, for n = 4: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2, int *p3, int *p4)
{
    if (p == p1)
        return;
    if (p == p2)
        return;
    if (p == p3)
        return;
    if (p == p4)
        return;
    *p1 = 0;
    *p2 = 0;
    *p3 = 0;
    *p4 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1)
        reach_error();
    p = p1;
    p = p2;
    p = p3;
    p = p4;
}

int main(void)
{
    int shared;
    int own1, own2, own3, own4;
    int *p1, *p2, *p3, *p4;

    p1 = __VERIFIER_nondet_int() ? &shared : &own1;
    p2 = __VERIFIER_nondet_int() ? &shared : &own2;
    p3 = __VERIFIER_nondet_int() ? &shared : &own3;
    p4 = __VERIFIER_nondet_int() ? &shared : &own4;
    foo(&shared, p1, p2, p3, p4);
    return 0;
}
