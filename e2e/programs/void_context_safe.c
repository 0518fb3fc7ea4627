// SAFE
// A callback gets its own data through a void pointer.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct context {
    int limit;
    int seen;
};

static void count(void *data, int value)
{
    struct context *context = data;

    if (value < context->limit)
        context->seen++;
}

static void for_each(void (*callback)(void *, int), void *data)
{
    callback(data, __VERIFIER_nondet_int());
    callback(data, 50);
}

int main(void)
{
    struct context context = {50, 0};

    for_each(count, &context);
    if (context.seen > 1)
        reach_error();
    return 0;
}
