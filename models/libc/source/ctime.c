/* approximate: C says that this is what it does (7.27.3.2), so it overwrites what both leave. */
#include <time.h>

char *ctime(const time_t *time) { return asctime(localtime(time)); }
