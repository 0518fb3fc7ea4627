// SAFE
// What lies behind the elements that are written stays.
#include <stdlib.h>
#include <sys/time.h>
extern void reach_error(void);

int main(void)
{
    struct { struct timeval at; long behind; } pair = {.behind = 7};
    double load[3] = {-1, -1, -1};
    char *end, *text = "12 ";

    gettimeofday(&pair.at, 0);
    getloadavg(load, 2);
    strtod(text, &end);
    if (pair.behind != 7 || load[2] != -1)
        reach_error();
    return 0;
}
