// UNSAFE
// From the address of a member back to the object that holds it.
// INPUTS: 1
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct link {
    struct link *next;
};

struct device {
    int id;
    struct link link;
    int state;
};

static struct device *device_of(struct link *link)
{
    return (struct device *)((char *)link - offsetof(struct device, link));
}

int main(void)
{
    struct device one, two;
    struct link *link;

    one.id = 1;
    one.state = 0;
    two.id = 2;
    two.state = 0;
    one.link.next = &two.link;
    two.link.next = NULL;
    link = &one.link;
    if (__VERIFIER_nondet_int())
        link = link->next;
    device_of(link)->state = 5;
    if (device_of(link)->id == 2 && one.state == 0)
        reach_error();
    return 0;
}
