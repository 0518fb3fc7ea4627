// SAFE
// Only the sign of a comparison is told.
#include <string.h>
extern void reach_error(void);

int main(void)
{
    char a[] = "abc", c[] = "acc";

    if (strcmp(a, c) >= 0 || memcmp(c, a, 3) <= 0 || strncmp(a, c, 1) != 0)
        reach_error();
    return 0;
}
