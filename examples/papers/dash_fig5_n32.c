// SAFE
// DASH, Figure 5, for n = 32: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2, int *p3, int *p4, int *p5, int *p6, int *p7, int *p8, int *p9, int *p10, int *p11, int *p12, int *p13, int *p14, int *p15, int *p16, int *p17, int *p18, int *p19, int *p20, int *p21, int *p22, int *p23, int *p24, int *p25, int *p26, int *p27, int *p28, int *p29, int *p30, int *p31, int *p32)
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
    if (p == p17)
        return;
    if (p == p18)
        return;
    if (p == p19)
        return;
    if (p == p20)
        return;
    if (p == p21)
        return;
    if (p == p22)
        return;
    if (p == p23)
        return;
    if (p == p24)
        return;
    if (p == p25)
        return;
    if (p == p26)
        return;
    if (p == p27)
        return;
    if (p == p28)
        return;
    if (p == p29)
        return;
    if (p == p30)
        return;
    if (p == p31)
        return;
    if (p == p32)
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
    *p17 = 0;
    *p18 = 0;
    *p19 = 0;
    *p20 = 0;
    *p21 = 0;
    *p22 = 0;
    *p23 = 0;
    *p24 = 0;
    *p25 = 0;
    *p26 = 0;
    *p27 = 0;
    *p28 = 0;
    *p29 = 0;
    *p30 = 0;
    *p31 = 0;
    *p32 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1 || *p5 == 1 || *p6 == 1 || *p7 == 1 || *p8 == 1 || *p9 == 1 || *p10 == 1 || *p11 == 1 || *p12 == 1 || *p13 == 1 || *p14 == 1 || *p15 == 1 || *p16 == 1 || *p17 == 1 || *p18 == 1 || *p19 == 1 || *p20 == 1 || *p21 == 1 || *p22 == 1 || *p23 == 1 || *p24 == 1 || *p25 == 1 || *p26 == 1 || *p27 == 1 || *p28 == 1 || *p29 == 1 || *p30 == 1 || *p31 == 1 || *p32 == 1)
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
    p = p17;
    p = p18;
    p = p19;
    p = p20;
    p = p21;
    p = p22;
    p = p23;
    p = p24;
    p = p25;
    p = p26;
    p = p27;
    p = p28;
    p = p29;
    p = p30;
    p = p31;
    p = p32;
}

int main(void)
{
    int shared;
    int own1, own2, own3, own4, own5, own6, own7, own8, own9, own10, own11, own12, own13, own14, own15, own16, own17, own18, own19, own20, own21, own22, own23, own24, own25, own26, own27, own28, own29, own30, own31, own32;
    int *p1, *p2, *p3, *p4, *p5, *p6, *p7, *p8, *p9, *p10, *p11, *p12, *p13, *p14, *p15, *p16, *p17, *p18, *p19, *p20, *p21, *p22, *p23, *p24, *p25, *p26, *p27, *p28, *p29, *p30, *p31, *p32;

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
    p17 = __VERIFIER_nondet_int() ? &shared : &own17;
    p18 = __VERIFIER_nondet_int() ? &shared : &own18;
    p19 = __VERIFIER_nondet_int() ? &shared : &own19;
    p20 = __VERIFIER_nondet_int() ? &shared : &own20;
    p21 = __VERIFIER_nondet_int() ? &shared : &own21;
    p22 = __VERIFIER_nondet_int() ? &shared : &own22;
    p23 = __VERIFIER_nondet_int() ? &shared : &own23;
    p24 = __VERIFIER_nondet_int() ? &shared : &own24;
    p25 = __VERIFIER_nondet_int() ? &shared : &own25;
    p26 = __VERIFIER_nondet_int() ? &shared : &own26;
    p27 = __VERIFIER_nondet_int() ? &shared : &own27;
    p28 = __VERIFIER_nondet_int() ? &shared : &own28;
    p29 = __VERIFIER_nondet_int() ? &shared : &own29;
    p30 = __VERIFIER_nondet_int() ? &shared : &own30;
    p31 = __VERIFIER_nondet_int() ? &shared : &own31;
    p32 = __VERIFIER_nondet_int() ? &shared : &own32;
    foo(&shared, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32);
    return 0;
}
