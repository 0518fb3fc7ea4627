// SAFE
// The clock of the day and the one since the start are on every system.
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);

int main(void) {
    struct timespec now, then;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0 || clock_gettime(CLOCK_MONOTONIC, &then) != 0)
        reach_error();
    if (now.tv_nsec < 0 || then.tv_nsec > 999999999)
        reach_error();
    return 0;
}
