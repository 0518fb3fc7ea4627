// UNSAFE
// A number that an address was written over byte by byte is none any more.
// INPUTS: none
#include <string.h>

extern void reach_error(void);

union word {
    char *pointer;
    unsigned long number;
    unsigned char bytes[8];
};

static char cell;

int main(void)
{
    union word words[2], other[2];
    unsigned i;

    words[0].pointer = &cell;
    words[1].number = 0;
    memcpy(other, words, sizeof other);
    for (i = 0; i < 8; i++)
        other[1].bytes[i] = words[0].bytes[i];
    if (other[1].number != 0)
        reach_error();
    return 0;
}
