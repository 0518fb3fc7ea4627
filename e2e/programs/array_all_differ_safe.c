// SAFE
// A search ends behind the array only if no cell is what was searched for.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(int condition)
{
    if (!condition)
        reach_error();
}

int main(void)
{
    int a[400];
    int wanted = __VERIFIER_nondet_int();
    int i;

    for (i = 0; i < 400; i++)
        a[i] = i;
    for (i = 0; i < 400; i++)
        if (a[i] == wanted)
            return 0;
    for (i = 0; i < 400; i++)
        check(a[i] != wanted);
    return 0;
}
