// CHECK: uaf
// FALSE(valid-deref) interpreted
// A jump to before the declaration ends the life of an array of variable length, which compiled code does not show.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 3, again = 0, *p = 0;

start:;
    int a[n];
    a[0] = n;
    if (again)
        return *p;
    p = a;
    again = 1;
    goto start;
}
