// UNSAFE
// INPUTS: 1
// A pointer to a field of the one structure or the other, which are linked: what is written there is in either.
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next; };
struct device { int *first; struct link queue; int *last; };
struct record { int *data; struct link entry; int *more; };

static struct device device;
static struct record record;
static int a, b;

int main(void)
{
    int **field;
    struct link *here;
    device.queue.next = &record.entry;
    record.entry.next = &device.queue;
    device.first = device.last = &a;
    record.data = record.more = &a;
    here = __VERIFIER_nondet_int() ? &device.queue : device.queue.next;
    field = (int **)((char *)here - offsetof(struct record, entry));
    *field = &b;
    b = 1;
    if (here == &device.queue) {
        *device.first = 2;
        if (b != 2 || a != 0 || record.data != &a)
            reach_error();
    } else {
        *record.data = 3;
        if (b != 3 || a != 0 || device.first != &a)
            reach_error();
    }
    field = (int **)(here + 1);
    *field = &b;
    *record.more = 4;
    if ((here == &device.queue) != (b == 4))
        reach_error();
    return 0;
}
