#include <inttypes.h>
#include <stdlib.h>

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
