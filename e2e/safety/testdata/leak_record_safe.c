// CHECK: leak
// TRUE
// Each member keeps what it is given.
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
    return 0;
}
