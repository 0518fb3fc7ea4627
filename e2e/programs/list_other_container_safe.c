// SAFE
// What a pointer led to before says nothing of what it leads to once it was moved on.
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next; };
struct device { int flags; struct link queue; };
struct record { int kind; struct link entry; int result; };
#define RECORD(link) ((struct record *)((char *)(link) - offsetof(struct record, entry)))

static struct device device;
static struct record record;

static void mark(struct record *r)
{
    r->result = 4; /* behind the end of a device */
    r->kind = 5;
    r = RECORD(r->entry.next);
    r->kind = 6;
}

int main(void)
{
    struct link *here;
    device.queue.next = &record.entry;
    record.entry.next = __VERIFIER_nondet_int() ? &record.entry : &device.queue;
    here = device.queue.next;
    mark(RECORD(here));
    if (record.result != 4 || (record.kind != 5 && device.flags != 0))
        reach_error();
    if (record.entry.next == &device.queue && (record.kind != 5 || device.flags != 6))
        reach_error();
    return 0;
}
