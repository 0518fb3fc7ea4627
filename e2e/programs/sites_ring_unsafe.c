// UNSAFE
// INPUTS: 1
// A ring of a head and an item, which have other things behind their links.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct link { struct link *next, *previous; };

struct head { struct link link; int *value; };
struct item { int number; struct link link; int *value; };

int main(void)
{
    int one = 0, other = 0;
    struct head head;
    struct item item;
    struct link *at = &head.link;
    head.link.next = &item.link;
    item.link.next = &head.link;
    head.value = &one;
    item.value = &other;
    for (int i = __VERIFIER_nondet_int() & 3; i > 0; i--)
        at = at->next;
    **(int **)(at + 1) = 8;
    if (other == 8)
        reach_error();
    return 0;
}
