// UNSAFE
// INPUTS: none
// The head of a list is taken for an entry, and what is written there is in the structure that has the head.
#include <stddef.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next; };
struct device { int flags; int state; struct link queue; int locked; };
struct record { int kind; int size; struct link entry; int result; };
#define RECORD(link) ((struct record *)((char *)(link) - offsetof(struct record, entry)))

static struct device device;
static struct record record, copy;

int main(void)
{
    struct record *r, *other;
    device.queue.next = &record.entry;
    record.entry.next = &device.queue;
    device.flags = 1;
    record.kind = 2;
    record.result = 3;
    r = RECORD(device.queue.next);
    r->kind = 4; /* of the record */
    if (record.kind != 4 || device.flags != 1)
        reach_error();
    other = RECORD(r->entry.next);
    other->kind = 5; /* of the device */
    if (record.kind != 4 || device.flags != 5)
        reach_error();
    other->result = 6;
    if (record.result != 3 || device.locked != 6)
        reach_error();
    *(int *)(&other->entry + 1) = 7; /* what stands behind the link */
    if (device.locked != 7)
        reach_error();
    memcpy(&copy, other, sizeof copy);
    if (copy.kind != 5 || copy.result != 6 || record.kind != 4)
        reach_error();
    r = __VERIFIER_nondet_int() ? &record : other;
    memset(r, 0, offsetof(struct record, entry));
    if (record.kind != (r == &record ? 0 : 4) || device.flags != (r == &record ? 5 : 0))
        reach_error();
    return 0;
}
