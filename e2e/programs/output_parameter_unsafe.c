// UNSAFE
// The level that a lock was acquired at lies in a local object, whose address small functions get, while others change
// objects of the same type; the lock is released with another level.
// INPUTS: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef unsigned char level_t;

static level_t level;
static level_t *kept;

static level_t raise(level_t to)
{
    level_t old = level;
    level = to;
    return old;
}

static void acquire(int *lock, level_t *old)
{
    *old = raise(2);
    *lock = 1;
}

static void release(int *lock, level_t old)
{
    *lock = 0;
    level = old;
}

static void work(int n)
{
    level_t old;
    int lock;
    acquire(&lock, &old);
    if (n > 0)
        work(n - 1);
    release(&lock, old);
}

static void keep(level_t *at)
{
    kept = at;
}

int main(void)
{
    level_t old, other, several[2];
    int lock, n = __VERIFIER_nondet_int();
    level = n ? 1 : 0;
    acquire(&lock, &old);
    work(3);
    if (!lock)
        reach_error();
    release(&lock, lock);
    if (level != (n ? 1 : 0))
        reach_error();
    other = 4;
    keep(&other);
    *kept = 5;
    if (other != 5)
        reach_error();
    for (int i = 0; i < 2; i++) {
        level_t here;
        acquire(&lock, &here);
        several[i] = here;
        release(&lock, here);
    }
    if (several[0] != several[1])
        reach_error();
    return 0;
}
