/* approximate, as localtime_r is. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict parts) { return localtime_r(time, parts); }
