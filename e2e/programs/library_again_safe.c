// SAFE
// What a call returns may be what an earlier one returned, and is no object of the program.
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);

int main(void)
{
    char own[4] = "abc";
    const char *first = strerrorname_np(1);
    const char *second = strerrorname_np(1);

    if (second != 0 && (second == own || first == own))
        reach_error();
    return 0;
}
