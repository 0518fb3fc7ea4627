#include <string.h>

char *index(const char *text, int c) { return strchr(text, c); }
