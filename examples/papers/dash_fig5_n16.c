// SAFE
// DASH, Figure 5, for n = 16: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2, int *p3, int *p4, int *p5, int *p6, int *p7, int *p8, int *p9, int *p10, int *p11, int *p12, int *p13, int *p14, int *p15, int *p16)
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
    if (p == p9)
        return;
    if (p == p10)
        return;
    if (p == p11)
        return;
    if (p == p12)
        return;
    if (p == p13)
        return;
    if (p == p14)
        return;
    if (p == p15)
        return;
    if (p == p16)
        return;
    *p1 = 0;
    *p2 = 0;
    *p3 = 0;
    *p4 = 0;
    *p5 = 0;
    *p6 = 0;
    *p7 = 0;
    *p8 = 0;
    *p9 = 0;
    *p10 = 0;
    *p11 = 0;
    *p12 = 0;
    *p13 = 0;
    *p14 = 0;
    *p15 = 0;
    *p16 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1 || *p5 == 1 || *p6 == 1 || *p7 == 1 || *p8 == 1 || *p9 == 1 || *p10 == 1 || *p11 == 1 || *p12 == 1 || *p13 == 1 || *p14 == 1 || *p15 == 1 || *p16 == 1)
        reach_error();
    p = p1;
    p = p2;
    p = p3;
    p = p4;
    p = p5;
    p = p6;
    p = p7;
    p = p8;
    p = p9;
    p = p10;
    p = p11;
    p = p12;
    p = p13;
    p = p14;
    p = p15;
    p = p16;
}

int main(void)
{
    int shared;
    int own1, own2, own3, own4, own5, own6, own7, own8, own9, own10, own11, own12, own13, own14, own15, own16;
    int *p1, *p2, *p3, *p4, *p5, *p6, *p7, *p8, *p9, *p10, *p11, *p12, *p13, *p14, *p15, *p16;

    p1 = __VERIFIER_nondet_int() ? &shared : &own1;
    p2 = __VERIFIER_nondet_int() ? &shared : &own2;
    p3 = __VERIFIER_nondet_int() ? &shared : &own3;
    p4 = __VERIFIER_nondet_int() ? &shared : &own4;
    p5 = __VERIFIER_nondet_int() ? &shared : &own5;
    p6 = __VERIFIER_nondet_int() ? &shared : &own6;
    p7 = __VERIFIER_nondet_int() ? &shared : &own7;
    p8 = __VERIFIER_nondet_int() ? &shared : &own8;
    p9 = __VERIFIER_nondet_int() ? &shared : &own9;
    p10 = __VERIFIER_nondet_int() ? &shared : &own10;
    p11 = __VERIFIER_nondet_int() ? &shared : &own11;
    p12 = __VERIFIER_nondet_int() ? &shared : &own12;
    p13 = __VERIFIER_nondet_int() ? &shared : &own13;
    p14 = __VERIFIER_nondet_int() ? &shared : &own14;
    p15 = __VERIFIER_nondet_int() ? &shared : &own15;
    p16 = __VERIFIER_nondet_int() ? &shared : &own16;
    foo(&shared, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16);
    return 0;
}
