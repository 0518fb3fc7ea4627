// SAFE
// Like Figure 8, with five branches that move numbers the check does not read.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked;
    int a = 0, b = 0, c = 0, d = 0, e = 0;

    locked = 1;
    if (__VERIFIER_nondet_int())
        a = a + 1;
    else
        a = a - 1;
    if (__VERIFIER_nondet_int())
        b = b + a;
    else
        b = b - a;
    if (__VERIFIER_nondet_int())
        c = c + b;
    else
        c = c - b;
    if (__VERIFIER_nondet_int())
        d = d + c;
    else
        d = d - c;
    if (__VERIFIER_nondet_int())
        e = e + d;
    else
        e = e - d;
    if (locked != 1)
        reach_error();
    return 0;
}
