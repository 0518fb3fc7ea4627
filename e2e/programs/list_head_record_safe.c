// SAFE
// The head of a queue is in one structure and its entries are in others: what is at the same distance from the
// link in them is told apart, a pointer there from a number here.
#include <stddef.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *before; };
struct device { struct device *self; struct link queue; int locked; };
struct record { int kind; struct link entry; int *signal; };
#define RECORD(link) ((struct record *)((char *)(link) - offsetof(struct record, entry)))

static struct device device;

static void append(struct link *head, struct link *entry)
{
    struct link *last = head->before;
    entry->next = head;
    entry->before = last;
    last->next = entry;
    head->before = entry;
}

static void cut(struct link *entry)
{
    entry->before->next = entry->next;
    entry->next->before = entry->before;
}

static void lock(struct device *d)
{
    if (d->locked)
        reach_error();
    d->locked = 1;
}

static void unlock(struct device *d)
{
    if (!d->locked)
        reach_error();
    d->locked = 0;
}

static void add(struct device *d)
{
    struct record *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->kind = 1;
    lock(d);
    append(&d->queue, &r->entry);
    unlock(d);
}

static void clean(struct device *d)
{
    struct link *here;
    lock(d);
    here = d->queue.next;
    while (here != &d->queue) {
        struct record *r = RECORD(here);
        here = here->next;
        if (r->kind == 1)
            cut(&r->entry);
    }
    unlock(d);
}

int main(void)
{
    device.self = &device;
    device.queue.next = device.queue.before = &device.queue;
    if (__VERIFIER_nondet_int())
        add(device.self);
    add(device.self);
    clean(device.self);
    lock(device.self);
    unlock(device.self);
    return 0;
}
