// CHECK: uaf
// FALSE(valid-deref) executed
// A jump out of the block ends the life of its objects.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 0, *p = &n;

    {
        int x;

        p = &x;
        *p = 1;
        if (__VERIFIER_nondet_int() == 5)
            goto out;
    }
    p = &n;
out:
    return *p;
}
