// CHECK: uaf
// TRUE
// A jump inside the block keeps its objects, and one back into it gives them a new life.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 0, *p = &n;

    {
        int x;
    again:
        p = &x;
        *p = 1;
        if (__VERIFIER_nondet_int() == 5)
            goto again;
    }
    if (n++ < 2)
        goto again;
    p = &n;
    return *p;
}
