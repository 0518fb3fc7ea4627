/* approximate, as localtime_r and asctime_r are. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

char *ctime_r(const time_t *restrict time, char *restrict to)
{
  struct tm parts;
  return asctime_r(localtime_r(time, &parts), to);
}
