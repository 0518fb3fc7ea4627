// SAFE
// The lock of Figure 3 as plain numbers: taken in each round, given back in the rounds that go on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 0;
    int old, count;

    count = __VERIFIER_nondet_int();
    do {
        locked = 1;
        old = count;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            count = count + 1;
        }
    } while (old != count);
    if (!locked)
        reach_error();
    return 0;
}
