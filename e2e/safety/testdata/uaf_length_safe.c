// CHECK: uaf
// TRUE
// The pointer is set anew in each round, so it leads to the array that is there.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 3, again = 0, *p = 0;

start:;
    int a[n];
    p = a;
    a[0] = n;
    if (again)
        return *p - n;
    again = 1;
    goto start;
}
