// UNSAFE
// Operations kept as function pointers in a struct, chosen at start.
// INPUTS: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct device;

struct operations {
    void (*start)(struct device *);
    void (*stop)(struct device *);
};

struct device {
    const struct operations *operations;
    int running;
};

static void plain_start(struct device *device)
{
    device->running = 1;
}

static void plain_stop(struct device *device)
{
    device->running = 0;
}

static void lazy_stop(struct device *device)
{
    (void)device;
}

static const struct operations plain = {plain_start, plain_stop};
static const struct operations lazy = {plain_start, lazy_stop};

int main(void)
{
    struct device device;

    device.running = 0;
    device.operations = __VERIFIER_nondet_int() ? &plain : &lazy;
    device.operations->start(&device);
    if (!device.running)
        reach_error();
    device.operations->stop(&device);
    if (device.running)
        reach_error();
    return 0;
}
