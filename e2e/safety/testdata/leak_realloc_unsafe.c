// CHECK: leak
// FALSE(valid-memtrack) executed
// What realloc gives is kept by a local of main alone.
#include <stdlib.h>
static char *kept;

int main(void)
{
    char *p = malloc(4);

    kept = p;
    p = realloc(kept, 8);
    return p == NULL;
}
