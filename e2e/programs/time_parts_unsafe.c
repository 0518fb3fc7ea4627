// UNSAFE
// INPUTS: 30
// The text of a time with two digits of the day.
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct tm parts = {0};
    char text[26];
    parts.tm_year = 124;
    parts.tm_mon = 11;
    parts.tm_mday = __VERIFIER_nondet_int();
    if (parts.tm_mday < 1 || parts.tm_mday > 31 || asctime_r(&parts, text) != text)
        return 0;
    if (text[4] == 'D' && text[8] == '3' && text[9] == '0' && text[19] == ' ' && text[20] == '2')
        reach_error();
    return 0;
}
