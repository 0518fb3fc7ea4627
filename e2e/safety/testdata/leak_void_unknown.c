// CHECK: bounds,uaf,leak
// UNKNOWN(unsupported)
// The pointer to the record has no type that shows the pointer to the text.
#include <stdlib.h>
struct record {
    char *name;
};
static void *kept;

int main(void)
{
    struct record *r = malloc(sizeof *r);

    r->name = malloc(30);
    kept = r;
    return 0;
}
