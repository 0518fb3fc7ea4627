// UNSAFE
// Callees change globals that the caller checks; the order of calls matters.
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth, deepest;

static void enter(void)
{
    depth++;
    if (depth > deepest)
        deepest = depth;
}

static void leave(void)
{
    depth--;
}

static void work(int more)
{
    enter();
    if (more) {
        enter();
        leave();
    }
    leave();
}

int main(void)
{
    work(__VERIFIER_nondet_int());
    work(0);
    if (depth != 0)
        reach_error();
    if (deepest > 1)
        reach_error();
    return 0;
}
