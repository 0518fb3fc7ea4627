// CHECK: leak
// UNKNOWN(unsupported)
// What realpath has allocated is lost.
#include <stdlib.h>

int main(void)
{
    char *p = realpath("/", NULL);

    return p != NULL;
}
