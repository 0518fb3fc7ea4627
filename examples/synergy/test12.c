// SAFE
// As test11, but the branches of the loop give the lock back and take it again.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 1;
    int x = 0;
    int i;

    for (i = 0; i < 100; i++) {
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            x = x + 1;
            locked = 1;
        } else if (__VERIFIER_nondet_int()) {
            locked = 1;
            x = x - 1;
        }
    }
    if (locked != 1)
        reach_error();
    return 0;
}
