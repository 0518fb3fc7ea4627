// SAFE
// A loop that never ends, with the check behind it: its condition is what must be seen to stay true.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 1;
    int x = __VERIFIER_nondet_int();

    while (locked) {
        x = x + 1;
    }
    if (x > 0)
        reach_error();
    return 0;
}
