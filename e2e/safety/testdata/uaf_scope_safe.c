// CHECK: uaf
// TRUE
// The pointer is used while its object is alive, in each pass of the loop.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0, *p = &sum;

    for (int i = 0; i < 3; i++) {
        int x = i;

        p = &x;
        *p += 1;
        if (__VERIFIER_nondet_int())
            continue;
        p = &sum;
        *p += x;
    }
    return sum;
}
