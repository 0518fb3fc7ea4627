// SAFE
// A store at an index from outside changes that element and no other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a[4] = {0, 0, 0, 0};
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();

    if (i < 0 || i > 3 || j < 0 || j > 3)
        return 0;
    a[i] = 1;
    a[j] = a[j] + 1;
    if (a[i] != (i == j ? 2 : 1))
        reach_error();
    return 0;
}
