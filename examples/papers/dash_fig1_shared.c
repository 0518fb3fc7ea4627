// UNSAFE
// DASH, Figure 1, where the counter may share the object of a lock: then counting changes the lock.
// INPUTS: 0 1 0 1 0 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct ProtectedInt {
    int *lock;
    int *y;
};

static int *lock1, *lock2;

static void LockUnlock(struct ProtectedInt *pi, int x)
{
    int do_return = 0;

    if (pi->lock == lock1) {
        do_return = 1;
        pi->lock = lock2;
    } else if (pi->lock == lock2) {
        do_return = 1;
        pi->lock = lock1;
    }
    // All locks start unlocked.
    *(pi->lock) = 0;
    *lock1 = 0;
    *lock2 = 0;
    if (do_return)
        return;
    else {
        do {
            if (*(pi->lock) != 0)
                reach_error();
            *(pi->lock) = 1; // lock
            if (*lock1 == 1 || *lock2 == 1)
                reach_error();
            x = *(pi->y);
            if (__VERIFIER_nondet_int()) {
                (*(pi->y))++;
                if (*(pi->lock) != 1)
                    reach_error();
                *(pi->lock) = 0; // unlock
            }
        } while (x != *(pi->y));
    }
    if (*(pi->lock) != 1)
        reach_error();
    *(pi->lock) = 0; // unlock
}

int main(void)
{
    int first, second, third, counter;
    struct ProtectedInt pi;

    counter = __VERIFIER_nondet_int();
    lock1 = &first;
    lock2 = __VERIFIER_nondet_int() ? &first : &second;
    pi.lock = &third;
    if (__VERIFIER_nondet_int())
        pi.lock = __VERIFIER_nondet_int() ? &first : &second;
    pi.y = __VERIFIER_nondet_int() ? &third : &counter;
    LockUnlock(&pi, __VERIFIER_nondet_int());
    return 0;
}
