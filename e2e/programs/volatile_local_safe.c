// SAFE
// A volatile local that nobody else can see behaves like any other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    volatile int flag = __VERIFIER_nondet_int();
    int copy = flag;

    flag = flag + 1;
    if (copy + 1 != flag)
        reach_error();
    return 0;
}
