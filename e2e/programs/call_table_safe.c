// SAFE
// Commands called by their number through a table of structures, in a loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}

static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}

static int add(int x)
{
    lock();
    x = x < 1000 ? x + 1 : 0;
    unlock();
    return x;
}

static int clear(int x)
{
    lock();
    if (x > 1)
        x = 0;
    unlock();
    return x;
}

static int keep(int x)
{
    lock();
    unlock();
    return x;
}

struct command {
    const char *name;
    int (*run)(int);
};

static struct command commands[] = {{"add", add}, {"clear", clear}, {"keep", keep}, {"more", add}};

int main(void)
{
    int x = 0;

    for (int i = 0; i < 1000; i++) {
        int which = __VERIFIER_nondet_int();
        if (which >= 0 && which < 4)
            x = commands[which].run(x);
    }
    if (locked)
        reach_error();
    return 0;
}
