// SAFE
// What is copied lies where a pointer leads that is read from memory to which a number was written too.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct list {
    struct list *next;
    unsigned char bytes[40];
};

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9)
        return 0;
    struct list *head = calloc(1, sizeof *head);
    if (!head)
        return 0;
    head->next = calloc(1, sizeof *head);
    if (!head->next)
        return 0;
    unsigned char kept[40] __attribute__((aligned(8)));
    memset(kept, 0, 40);
    unsigned char *other = calloc(1, 40);
    if (!other)
        return 0;
    memcpy(head->bytes, other, 40);
    memcpy(kept, head->next->bytes, 40);
    kept[x & 3] = 1;
    *(unsigned long *)(kept + 16) = x;
    memcpy(kept + 0, other + 24, 8);
    if (x == 11)
        reach_error();
    return 0;
}
