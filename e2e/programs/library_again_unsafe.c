// UNSAFE
// INPUTS: none
// Two calls of strerrorname_np may return one text.
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);

int main(void)
{
    const char *first = strerrorname_np(1);
    const char *second = strerrorname_np(1);

    if (first != 0 && first == second)
        reach_error();
    return 0;
}
