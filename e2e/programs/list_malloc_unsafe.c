// UNSAFE
// A list of allocated nodes, built in a loop and walked.
// INPUTS: 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    struct node *node;
    int i;

    for (i = 0; i < 3; i++) {
        node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->value = i;
        node->next = head;
        head = node;
    }
    if (__VERIFIER_nondet_int())
        head = head->next;
    if (head->value != 2 && head->value != 0)
        reach_error();
    if (head->next->next != NULL && head->next->next->value != 0)
        reach_error();
    return 0;
}
