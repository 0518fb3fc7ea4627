// SAFE
// More functions than C says that every system takes run at the end, and those that they register.
#include <stdlib.h>
extern void reach_error(void);

static int ended;

static void last(void)
{
    if (ended != 42)
        reach_error();
}

static void late(void) { ended++; }

static void end(void)
{
    if (ended++ == 39)
        for (int i = 0; i < 2; i++)
            atexit(late);
}

int main(void)
{
    atexit(last);
    for (int i = 0; i < 40; i++)
        atexit(end);
    return 0;
}
