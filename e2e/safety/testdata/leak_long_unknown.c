// CHECK: leak
// UNKNOWN(unsupported)
// A longer chain than is followed.
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct node *head;

int main(void)
{
    for (int i = 0; i < 20; i++) {
        struct node *n = malloc(sizeof *n);

        n->next = head;
        head = n;
    }
    return 0;
}
