// CHECK: leak
// UNKNOWN(unsupported)
// An object that comes from outside the program keeps the pointer.
#include <stdlib.h>
struct node {
    int *p;
};
extern struct node *get(void);

int main(void)
{
    struct node *n = get();

    if (n)
        n->p = malloc(4);
    return 0;
}
