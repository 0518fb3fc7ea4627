// SAFE
// DASH, Figure 5, for n = 64: 2^n combinations of aliases, of which one reaches the store through p.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void foo(int *p, int *p1, int *p2, int *p3, int *p4, int *p5, int *p6, int *p7, int *p8, int *p9, int *p10, int *p11, int *p12, int *p13, int *p14, int *p15, int *p16, int *p17, int *p18, int *p19, int *p20, int *p21, int *p22, int *p23, int *p24, int *p25, int *p26, int *p27, int *p28, int *p29, int *p30, int *p31, int *p32, int *p33, int *p34, int *p35, int *p36, int *p37, int *p38, int *p39, int *p40, int *p41, int *p42, int *p43, int *p44, int *p45, int *p46, int *p47, int *p48, int *p49, int *p50, int *p51, int *p52, int *p53, int *p54, int *p55, int *p56, int *p57, int *p58, int *p59, int *p60, int *p61, int *p62, int *p63, int *p64)
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
    if (p == p33)
        return;
    if (p == p34)
        return;
    if (p == p35)
        return;
    if (p == p36)
        return;
    if (p == p37)
        return;
    if (p == p38)
        return;
    if (p == p39)
        return;
    if (p == p40)
        return;
    if (p == p41)
        return;
    if (p == p42)
        return;
    if (p == p43)
        return;
    if (p == p44)
        return;
    if (p == p45)
        return;
    if (p == p46)
        return;
    if (p == p47)
        return;
    if (p == p48)
        return;
    if (p == p49)
        return;
    if (p == p50)
        return;
    if (p == p51)
        return;
    if (p == p52)
        return;
    if (p == p53)
        return;
    if (p == p54)
        return;
    if (p == p55)
        return;
    if (p == p56)
        return;
    if (p == p57)
        return;
    if (p == p58)
        return;
    if (p == p59)
        return;
    if (p == p60)
        return;
    if (p == p61)
        return;
    if (p == p62)
        return;
    if (p == p63)
        return;
    if (p == p64)
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
    *p33 = 0;
    *p34 = 0;
    *p35 = 0;
    *p36 = 0;
    *p37 = 0;
    *p38 = 0;
    *p39 = 0;
    *p40 = 0;
    *p41 = 0;
    *p42 = 0;
    *p43 = 0;
    *p44 = 0;
    *p45 = 0;
    *p46 = 0;
    *p47 = 0;
    *p48 = 0;
    *p49 = 0;
    *p50 = 0;
    *p51 = 0;
    *p52 = 0;
    *p53 = 0;
    *p54 = 0;
    *p55 = 0;
    *p56 = 0;
    *p57 = 0;
    *p58 = 0;
    *p59 = 0;
    *p60 = 0;
    *p61 = 0;
    *p62 = 0;
    *p63 = 0;
    *p64 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1 || *p5 == 1 || *p6 == 1 || *p7 == 1 || *p8 == 1 || *p9 == 1 || *p10 == 1 || *p11 == 1 || *p12 == 1 || *p13 == 1 || *p14 == 1 || *p15 == 1 || *p16 == 1 || *p17 == 1 || *p18 == 1 || *p19 == 1 || *p20 == 1 || *p21 == 1 || *p22 == 1 || *p23 == 1 || *p24 == 1 || *p25 == 1 || *p26 == 1 || *p27 == 1 || *p28 == 1 || *p29 == 1 || *p30 == 1 || *p31 == 1 || *p32 == 1 || *p33 == 1 || *p34 == 1 || *p35 == 1 || *p36 == 1 || *p37 == 1 || *p38 == 1 || *p39 == 1 || *p40 == 1 || *p41 == 1 || *p42 == 1 || *p43 == 1 || *p44 == 1 || *p45 == 1 || *p46 == 1 || *p47 == 1 || *p48 == 1 || *p49 == 1 || *p50 == 1 || *p51 == 1 || *p52 == 1 || *p53 == 1 || *p54 == 1 || *p55 == 1 || *p56 == 1 || *p57 == 1 || *p58 == 1 || *p59 == 1 || *p60 == 1 || *p61 == 1 || *p62 == 1 || *p63 == 1 || *p64 == 1)
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
    p = p33;
    p = p34;
    p = p35;
    p = p36;
    p = p37;
    p = p38;
    p = p39;
    p = p40;
    p = p41;
    p = p42;
    p = p43;
    p = p44;
    p = p45;
    p = p46;
    p = p47;
    p = p48;
    p = p49;
    p = p50;
    p = p51;
    p = p52;
    p = p53;
    p = p54;
    p = p55;
    p = p56;
    p = p57;
    p = p58;
    p = p59;
    p = p60;
    p = p61;
    p = p62;
    p = p63;
    p = p64;
}

int main(void)
{
    int shared;
    int own1, own2, own3, own4, own5, own6, own7, own8, own9, own10, own11, own12, own13, own14, own15, own16, own17, own18, own19, own20, own21, own22, own23, own24, own25, own26, own27, own28, own29, own30, own31, own32, own33, own34, own35, own36, own37, own38, own39, own40, own41, own42, own43, own44, own45, own46, own47, own48, own49, own50, own51, own52, own53, own54, own55, own56, own57, own58, own59, own60, own61, own62, own63, own64;
    int *p1, *p2, *p3, *p4, *p5, *p6, *p7, *p8, *p9, *p10, *p11, *p12, *p13, *p14, *p15, *p16, *p17, *p18, *p19, *p20, *p21, *p22, *p23, *p24, *p25, *p26, *p27, *p28, *p29, *p30, *p31, *p32, *p33, *p34, *p35, *p36, *p37, *p38, *p39, *p40, *p41, *p42, *p43, *p44, *p45, *p46, *p47, *p48, *p49, *p50, *p51, *p52, *p53, *p54, *p55, *p56, *p57, *p58, *p59, *p60, *p61, *p62, *p63, *p64;

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
    p33 = __VERIFIER_nondet_int() ? &shared : &own33;
    p34 = __VERIFIER_nondet_int() ? &shared : &own34;
    p35 = __VERIFIER_nondet_int() ? &shared : &own35;
    p36 = __VERIFIER_nondet_int() ? &shared : &own36;
    p37 = __VERIFIER_nondet_int() ? &shared : &own37;
    p38 = __VERIFIER_nondet_int() ? &shared : &own38;
    p39 = __VERIFIER_nondet_int() ? &shared : &own39;
    p40 = __VERIFIER_nondet_int() ? &shared : &own40;
    p41 = __VERIFIER_nondet_int() ? &shared : &own41;
    p42 = __VERIFIER_nondet_int() ? &shared : &own42;
    p43 = __VERIFIER_nondet_int() ? &shared : &own43;
    p44 = __VERIFIER_nondet_int() ? &shared : &own44;
    p45 = __VERIFIER_nondet_int() ? &shared : &own45;
    p46 = __VERIFIER_nondet_int() ? &shared : &own46;
    p47 = __VERIFIER_nondet_int() ? &shared : &own47;
    p48 = __VERIFIER_nondet_int() ? &shared : &own48;
    p49 = __VERIFIER_nondet_int() ? &shared : &own49;
    p50 = __VERIFIER_nondet_int() ? &shared : &own50;
    p51 = __VERIFIER_nondet_int() ? &shared : &own51;
    p52 = __VERIFIER_nondet_int() ? &shared : &own52;
    p53 = __VERIFIER_nondet_int() ? &shared : &own53;
    p54 = __VERIFIER_nondet_int() ? &shared : &own54;
    p55 = __VERIFIER_nondet_int() ? &shared : &own55;
    p56 = __VERIFIER_nondet_int() ? &shared : &own56;
    p57 = __VERIFIER_nondet_int() ? &shared : &own57;
    p58 = __VERIFIER_nondet_int() ? &shared : &own58;
    p59 = __VERIFIER_nondet_int() ? &shared : &own59;
    p60 = __VERIFIER_nondet_int() ? &shared : &own60;
    p61 = __VERIFIER_nondet_int() ? &shared : &own61;
    p62 = __VERIFIER_nondet_int() ? &shared : &own62;
    p63 = __VERIFIER_nondet_int() ? &shared : &own63;
    p64 = __VERIFIER_nondet_int() ? &shared : &own64;
    foo(&shared, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, p64);
    return 0;
}
