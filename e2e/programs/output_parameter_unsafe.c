// UNSAFE
// An output parameter is written only if a lock was acquired; what a caller reads then is what it had put there before.
// INPUTS: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int level = 1;

static void acquire(int free, int *old)
{
    *old = free ? level : *old;
    level = free ? 2 : level;
}

int main(void)
{
    int old = 7;
    acquire(__VERIFIER_nondet_int(), &old);
    if (old == 7)
        reach_error();
    return 0;
}
