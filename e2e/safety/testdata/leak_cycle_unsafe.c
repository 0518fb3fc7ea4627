// CHECK: bounds,uaf,leak
// FALSE(valid-memtrack) executed
// Two nodes point at one another, and nothing else points at them.
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct node *kept;

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);

    a->next = b;
    b->next = a;
    c->next = NULL;
    kept = c;
    return 0;
}
