// UNSAFE
// Three pointers that may be equal; the store matters only where they are.
// INPUTS: 0 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a, b;
    int *p = &a;
    int *q = __VERIFIER_nondet_int() ? &a : &b;
    int *r = __VERIFIER_nondet_int() ? &a : &b;

    if (p == q)
        return 0;
    *q = 0;
    *r = 0;
    *p = 1;
    if (*q == 1 || *r == 1)
        reach_error();
    return 0;
}
