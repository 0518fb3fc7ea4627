// SAFE
// DASH, Figure 5, for n = 8: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2, int *p3, int *p4, int *p5, int *p6, int *p7, int *p8)
{
    if (p == p1)
        return;
    if (p == p2)
        return;
    if (p == p3)
        return;
    if (p == p4)
        return;
    if (p == p5)
        return;
    if (p == p6)
        return;
    if (p == p7)
        return;
    if (p == p8)
        return;
    *p1 = 0;
    *p2 = 0;
    *p3 = 0;
    *p4 = 0;
    *p5 = 0;
    *p6 = 0;
    *p7 = 0;
    *p8 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1 || *p5 == 1 || *p6 == 1 || *p7 == 1 || *p8 == 1)
        reach_error();
    p = p1;
    p = p2;
    p = p3;
    p = p4;
    p = p5;
    p = p6;
    p = p7;
    p = p8;
}

int main(void)
{
    int shared;
    int own1, own2, own3, own4, own5, own6, own7, own8;
    int *p1, *p2, *p3, *p4, *p5, *p6, *p7, *p8;

    p1 = __VERIFIER_nondet_int() ? &shared : &own1;
    p2 = __VERIFIER_nondet_int() ? &shared : &own2;
    p3 = __VERIFIER_nondet_int() ? &shared : &own3;
    p4 = __VERIFIER_nondet_int() ? &shared : &own4;
    p5 = __VERIFIER_nondet_int() ? &shared : &own5;
    p6 = __VERIFIER_nondet_int() ? &shared : &own6;
    p7 = __VERIFIER_nondet_int() ? &shared : &own7;
    p8 = __VERIFIER_nondet_int() ? &shared : &own8;
    foo(&shared, p1, p2, p3, p4, p5, p6, p7, p8);
    return 0;
}
