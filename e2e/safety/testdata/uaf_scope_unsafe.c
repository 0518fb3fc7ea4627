// CHECK: uaf
// FALSE(valid-deref) executed
// break leaves the block in which the object lives (C11 6.2.4p6).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0, *p = &sum;

    for (int i = 0; i < 3; i++) {
        int x = i;

        p = &x;
        *p += 1;
        if (__VERIFIER_nondet_int())
            break;
        p = &sum;
        *p += x;
    }
    return *p;
}
