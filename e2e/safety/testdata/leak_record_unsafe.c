// CHECK: leak
// FALSE(valid-memtrack) executed
// A member is overwritten; the texts and numbers that are kept hold no pointers, whatever their sizes.
#include <stdlib.h>
struct record {
    char *name;
    int *data;
};
static struct record *kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    kept->name = malloc(30);
    kept->data = malloc(40);
    kept->data = malloc(4);
    return 0;
}
