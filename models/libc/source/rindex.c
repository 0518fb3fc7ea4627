#include <string.h>

char *rindex(const char *text, int c) { return strrchr(text, c); }
