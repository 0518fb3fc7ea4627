// SAFE
// A lock protocol with an early return that must not forget the lock.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;

static void acquire(void)
{
    if (held)
        reach_error();
    held = 1;
}

static void release(void)
{
    if (!held)
        reach_error();
    held = 0;
}

static int request(int kind)
{
    int status = 0;

    acquire();
    if (kind < 0) {
        release();
        return -1;
    }
    if (kind == 3)
        status = 1;
    release();
    return status;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        request(__VERIFIER_nondet_int());
    return 0;
}
