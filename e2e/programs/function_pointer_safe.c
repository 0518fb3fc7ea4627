// SAFE
// A call through a table of functions with an index from outside.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int plus_one(int x)
{
    return x + 1;
}

static int plus_two(int x)
{
    return x + 2;
}

static int same(int x)
{
    return x;
}

int main(void)
{
    int (*table[3])(int) = {plus_one, plus_two, same};
    int index = __VERIFIER_nondet_int();

    if (index < 0 || index > 2)
        return 0;
    if (table[index](10) > 12)
        reach_error();
    return 0;
}
