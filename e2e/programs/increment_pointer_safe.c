// SAFE
// *p++, ++*p and (*p)++ do different things.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a[3];
    int *p = a;
    int first, second;

    a[0] = __VERIFIER_nondet_int();
    a[1] = 20;
    a[2] = 30;
    first = *p++;
    second = ++*p;
    (*p)++;
    if (first != a[0] || second != 21 || a[1] != 22 || p != &a[1])
        reach_error();
    if (*++p != 30 || p[-2] != first)
        reach_error();
    return 0;
}
