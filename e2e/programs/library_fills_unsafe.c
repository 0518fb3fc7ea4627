// UNSAFE
// INPUTS: none
// The library writes the whole structure, whatever expression names its place.
#include <sys/stat.h>
#include <sys/time.h>
extern void reach_error(void);

int main(void)
{
    long room[sizeof(struct stat) / sizeof(long)], now[2];
    struct stat *s = (struct stat *)room;

    now[1] = 5000000;
    room[0] = room[1] = -1;
    if (gettimeofday((struct timeval *)&now[0], 0) != 0 || stat("/", s) != 0)
        return 0;
    if (now[1] != 5000000 && room[1] != -1)
        reach_error();
    return 0;
}
