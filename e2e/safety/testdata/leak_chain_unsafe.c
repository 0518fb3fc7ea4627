// CHECK: leak
// FALSE(valid-memtrack) executed
// The second node forgets the third.
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
    head->next->next = NULL;
    return 0;
}
