// UNSAFE
// The driver of serial_ok.c with one path wrong: a transfer of no bytes returns with the lock held. The way
// there takes two requests, since the port must be open.
// INPUTS: 1 0 0 1 2 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { SUCCESS = 0, BUSY = -1, NO_DEVICE = -2, BAD_LENGTH = -3 };
enum { OPEN, CLOSE, READ, WRITE, POWER };

// ---- The rules ---------------------------------------------------------------------------------------

static int lock_held;
static int completed;
static int powered;

static void acquire_lock(void)
{
    if (lock_held)
        reach_error();
    lock_held = 1;
}

static void release_lock(void)
{
    if (!lock_held)
        reach_error();
    lock_held = 0;
}

static int complete(int status)
{
    if (completed || lock_held)
        reach_error();
    completed = 1;
    return status;
}

static void touch_device(void)
{
    if (!lock_held || !powered)
        reach_error();
}

// ---- The driver --------------------------------------------------------------------------------------

struct port {
    int open_count;
    int pending;
    int length;
};

static int open_port(struct port *port)
{
    acquire_lock();
    if (port->open_count > 0) {
        release_lock();
        return complete(BUSY);
    }
    port->open_count = 1;
    powered = 1;
    touch_device();
    release_lock();
    return complete(SUCCESS);
}

static int close_port(struct port *port)
{
    acquire_lock();
    if (port->open_count == 0) {
        release_lock();
        return complete(NO_DEVICE);
    }
    port->open_count = 0;
    release_lock();
    return complete(SUCCESS);
}

static int transfer(struct port *port, int length)
{
    int status = SUCCESS;

    acquire_lock();
    if (port->open_count == 0) {
        release_lock();
        return complete(NO_DEVICE);
    }
    if (length <= 0)
        return complete(BAD_LENGTH);
    if (!powered)
        powered = 1;
    touch_device();
    port->length = length;
    release_lock();
    return complete(status);
}

static int power_down(struct port *port)
{
    acquire_lock();
    if (port->pending == 0)
        powered = 0;
    release_lock();
    return complete(SUCCESS);
}

static int dispatch(struct port *port, int request, int length)
{
    switch (request) {
    case OPEN:
        return open_port(port);
    case CLOSE:
        return close_port(port);
    case READ:
    case WRITE:
        return transfer(port, length);
    case POWER:
        return power_down(port);
    }
    return complete(NO_DEVICE);
}

int main(void)
{
    static struct port port;
    int status, request, length;

    while (__VERIFIER_nondet_int()) {
        completed = 0;
        request = __VERIFIER_nondet_int();
        length = __VERIFIER_nondet_int();
        status = dispatch(&port, request, length);
        if (!completed || lock_held)
            reach_error();
        if (status == SUCCESS && port.open_count < 0)
            reach_error();
    }
    return 0;
}
