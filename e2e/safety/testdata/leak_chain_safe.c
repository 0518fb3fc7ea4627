// CHECK: leak
// TRUE
// The pointer in static storage leads to each node, through the nodes before it.
#include <stdlib.h>
struct node {
    int number;
    struct node *next;
};
static struct node *head;

int main(void)
{
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);

        n->number = i;
        n->next = head;
        head = n;
    }
    return 0;
}
