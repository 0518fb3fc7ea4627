// CHECK: bounds,uaf,leak
// TRUE
// Three nodes in a ring, one of which has a pointer in static storage.
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct node *kept;

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);

    a->next = b;
    b->next = c;
    c->next = a;
    kept = c;
    return 0;
}
