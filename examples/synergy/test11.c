// SAFE
// A deterministic loop with a free branch in it; the check comes after the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 1;
    int x = 0;
    int i;

    for (i = 0; i < 100; i++) {
        if (__VERIFIER_nondet_int())
            x = x + 1;
        else
            x = x - 1;
    }
    if (!locked)
        reach_error();
    return 0;
}
