// SAFE
// An index that varies into an array inside a struct does not reach the other members.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int (*operation)(int);

struct device {
    int locked;
    operation table[3];
    int samples[8];
    int *first;
    int count;
};

static int same(int x) { return x; }
static int twice(int x) { return x + x; }
static int none(int x) { return x - x; }

static struct device device;

static void record(struct device *d, int value)
{
    if (d->count < 8)
        d->samples[d->count++] = value;
}

int main(void)
{
    struct device *d = &device;
    int which = __VERIFIER_nondet_int();

    d->table[0] = same;
    d->table[1] = twice;
    d->table[2] = none;
    d->first = &d->samples[0];
    d->locked = 1;
    if (which < 0 || which > 2)
        return 0;
    record(d, d->table[which](4));
    if (!d->locked || d->count != 1)
        reach_error();
    if (*d->first != 4 && *d->first != 8 && *d->first != 0)
        reach_error();
    return 0;
}
