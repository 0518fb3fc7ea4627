// UNSAFE
// A loop and branches together; whatever the branches choose, the lock is given back once too often.
// INPUTS: 1 0 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked;
    int x = 0, y = 0, z = 0;
    int i;

    locked = 1;
    for (i = 0; i < 12; i++)
        x = x + i;
    if (__VERIFIER_nondet_int())
        y = y + 1;
    else
        y = y - 1;
    if (__VERIFIER_nondet_int())
        z = z + 1;
    else
        z = z - 1;
    locked = 0;
    if (__VERIFIER_nondet_int())
        x = x + y;
    else
        x = x - z;
    if (!locked)
        reach_error();
    return 0;
}
