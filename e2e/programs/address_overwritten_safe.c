// SAFE
// A number that was written where an address was before is a number, also after it was copied with the
// bytes around it, and so is one that has the value of an address in our model of memory.
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union word {
    char *pointer;
    unsigned long number;
    unsigned char bytes[8];
};

static char cell;

int main(void)
{
    union word words[2], other[2];
    unsigned n = __VERIFIER_nondet_int();
    unsigned i;

    words[0].pointer = &cell;
    words[1].pointer = &cell + 1;
    words[n % 2].number = 8589934592;
    words[1 - n % 2].bytes[n % 8] = 7;
    memcpy(other, words, sizeof other);
    for (i = 0; i < 3; i++)
        other[n % 2].bytes[i] = words[n % 2].bytes[i];
    if (other[n % 2].number != 8589934592 || other[1 - n % 2].bytes[n % 8] != 7)
        reach_error();
    return 0;
}
