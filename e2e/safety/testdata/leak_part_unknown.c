// CHECK: leak
// UNKNOWN(unsupported)
// The pointer is one to a number beside the pointer to the text: its type does not show that one.
#include <stdlib.h>
struct record {
    int number;
    char *name;
};
static int *kept;

int main(void)
{
    struct record *r = malloc(sizeof *r);

    r->name = malloc(30);
    kept = &r->number;
    return 0;
}
