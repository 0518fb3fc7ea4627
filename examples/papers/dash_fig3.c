// SAFE
// DASH, Figure 3: the store through p reaches neither p1 nor p2, on the paths that get there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void alias(int *p, int *p1, int *p2)
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
    int a, b, c;
    int *p, *p1, *p2;

    p = &a;
    p1 = __VERIFIER_nondet_int() ? &a : &b;
    p2 = &c;
    if (__VERIFIER_nondet_int())
        p2 = __VERIFIER_nondet_int() ? &a : &b;
    alias(p, p1, p2);
    return 0;
}
