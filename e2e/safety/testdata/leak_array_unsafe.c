// CHECK: leak
// FALSE(valid-memtrack) executed
// The first element is overwritten.
#include <stdlib.h>
static char *names[3], **more;

int main(void)
{
    more = malloc(3 * sizeof *more);
    for (int i = 0; i < 3; i++) {
        names[i] = malloc(i + 1);
        more[i] = malloc(4);
    }
    more[0] = names[1];
    return 0;
}
