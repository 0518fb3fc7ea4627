// SAFE
// Times of this century, and what time returns, have parts in all zones; the text of parts in their ranges is the one
// that C says; a text of a time that does not fit has no length; the parts that mktime leaves are in their ranges.
#define _GNU_SOURCE
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    time_t then = __VERIFIER_nondet_int(), now = time(0);
    struct tm parts = {0}, month = {0};
    char text[26];
    if (then < 0)
        return 0;
    if (localtime(&now) == 0)
        reach_error();
    if (localtime(&then) == 0 || ctime_r(&then, text) != text || text[24] != '\n' || text[25] != 0)
        reach_error();
    parts.tm_year = 124;
    parts.tm_mday = 5;
    parts.tm_wday = 1;
    parts.tm_hour = 12;
    if (asctime_r(&parts, text) != text || text[0] != 'M' || text[8] != ' ' || text[9] != '5' || text[23] != '4')
        reach_error();
    if (strftime(text, 1, "%Y-%m-%d", &parts) != 0)
        reach_error();
    month.tm_year = 124;
    month.tm_mon = __VERIFIER_nondet_int();
    if (mktime(&month) != -1 && (month.tm_mon < 0 || month.tm_mon > 11))
        reach_error();
    return 0;
}
