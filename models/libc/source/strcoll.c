#include <string.h>

/* In the locale "C", which every program starts in. */
int strcoll(const char *left, const char *right) { return strcmp(left, right); }
