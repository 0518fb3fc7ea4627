// CHECK: leak
// FALSE(valid-memtrack) executed
// The last node is overwritten.
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
    table[1]->next = table[0];
    return 0;
}
