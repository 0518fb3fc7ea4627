// UNSAFE
// INPUTS: 1
// Lists as in Linux: the head stands alone, and the node is in the middle of its entries.
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct list_head { struct list_head *next, *prev; };
struct owner { long flags; struct owner *up; };
struct child { char name; struct list_head node; int count; };
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
#define for_each_entry(here, head) \
    for (here = container_of((head)->next, struct child, node); &here->node != (head); here = container_of(here->node.next, struct child, node))

static struct owner root, owner;
static struct list_head children;
static struct child first, second;

static void list_add(struct list_head *new, struct list_head *head)
{
    head->next->prev = new;
    new->next = head->next;
    new->prev = head;
    head->next = new;
}

int main(void)
{
    struct child *here;
    int sum = 0;
    owner.flags = 5;
    owner.up = &root;
    root.flags = 6;
    children.next = children.prev = &children;
    first.name = 1;
    first.count = 10;
    second.name = 2;
    second.count = 20;
    list_add(&first.node, &children);
    if (__VERIFIER_nondet_int())
        list_add(&second.node, &children);
    for_each_entry (here, &children) {
        here->name = 3;
        sum += here->count;
    }
    if (owner.flags != 5 || owner.up->flags != 6 || first.name != 3)
        reach_error();
    if (sum != 10)
        reach_error();
    return 0;
}
