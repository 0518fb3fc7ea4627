// SAFE
// The parts of a second that a clock gives are less than one, and a text of wide characters is shorter than its array.
#define _GNU_SOURCE
#include <time.h>
#include <wchar.h>
extern void reach_error(void);

int main(void) {
    struct timespec now;
    wchar_t wide[2];
    if (clock_gettime(CLOCK_MONOTONIC, &now) == 0 && (now.tv_nsec < 0 || now.tv_nsec >= 1000000000))
        reach_error();
    if (swprintf(wide, 2, L"%ls", L"ab") >= 2)
        reach_error();
    return 0;
}
