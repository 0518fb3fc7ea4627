// CHECK: leak
// TRUE
// Nodes that are reached by elements of an array alone keep others.
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct node *table[2];

int main(void)
{
    for (int i = 0; i < 2; i++) {
        table[i] = malloc(sizeof *table[i]);
        table[i]->next = malloc(sizeof *table[i]);
        table[i]->next->next = NULL;
    }
    return 0;
}
