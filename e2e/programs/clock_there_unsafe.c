// UNSAFE
// INPUTS: none
// A clock that is not there cannot be read.
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);

int main(void) {
    struct timespec now;
    if (clock_gettime(77, &now) != 0)
        reach_error();
    return 0;
}
