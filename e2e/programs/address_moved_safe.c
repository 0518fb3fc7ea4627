// SAFE
// Bytes of pointers that are moved by themselves make pointers again where all of one are there, each in its place.
#include <string.h>

extern void reach_error(void);

static int x, y;

int main(void)
{
    int *p = &x, *q = &y, *r, *halves[2] = {&x, &y};
    char buffer[sizeof p], *bytes = (char *) &p;
    unsigned *parts = (unsigned *) halves;

    for (int i = 0; i < sizeof p; i++)
        buffer[i] = bytes[i];
    for (int i = sizeof p - 1; i >= 0; i--)
        ((char *) &r)[i] = buffer[i];
    if (r != &x)
        reach_error();
    memcpy((char *) &p + 4, (char *) &q + 4, sizeof p - 4);
    memcpy(&p, &q, 4);
    if (p != &y)
        reach_error();
    parts[0] = parts[sizeof p / 4];
    parts[sizeof p / 4 - 1] = parts[2 * sizeof p / 4 - 1];
    if (halves[0] != &y || halves[1] != &y)
        reach_error();
    return 0;
}
