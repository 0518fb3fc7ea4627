// SAFE
// Whoever looks for the end of a text at null gets no further, as one that reads null.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static char any[4] = "abc";

static const char *maybe(void) { return __VERIFIER_nondet_int() ? any : 0; }

int main(void)
{
    const char *length = maybe(), *compared = maybe(), *searched = maybe(), *moved = maybe();
    char to[8] = "";
    if (strlen(length) > 64 || !length)
        reach_error();
    if (strcmp("abc", compared) == 0 && !compared)
        reach_error();
    if (strchr(searched, 'a') && !searched)
        reach_error();
    strcpy(to, moved);
    if (!moved)
        reach_error();
    return 0;
}
