#include <string.h>

char *strtok_r(char *restrict text, const char *restrict between, char **restrict rest);

/* Where the last call stopped. To ask for the next word before there was a text reads null, as with glibc. */
static char *stopped;

char *strtok(char *restrict text, const char *restrict between) { return strtok_r(text, between, &stopped); }
