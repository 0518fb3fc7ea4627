// SAFE
// SYNERGY, Figure 3: the lock is held after the loop, because the loop ends only when y was not changed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum lock_state { U, L };

struct lock {
    enum lock_state state;
};

static struct lock lock;

static void foo(int y)
{
    int x;

    lock.state = U;
    do {
        lock.state = L;
        x = y;
        if (__VERIFIER_nondet_int()) {
            lock.state = U;
            y++;
        }
    } while (x != y);
    if (lock.state != L)
        reach_error();
}

int main(void)
{
    foo(__VERIFIER_nondet_int());
    return 0;
}
