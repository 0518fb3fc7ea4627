#include <inttypes.h>
#include <stdlib.h>

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
