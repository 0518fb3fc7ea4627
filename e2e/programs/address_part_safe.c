// SAFE
// Bytes beside a pointer are none of it; bytes of one that are put back make it again, those of two that change places
// make both, and one that was written over as a whole is null.
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);

union word {
    char *pointer;
    char bytes[sizeof(char *)];
};

struct named {
    char *value;
    char name[];
};

static char cell = 1, other = 2;

static void swap(void *a, void *b, unsigned size)
{
    char *x = a, *y = b;

    while (size--) {
        char byte = *x;
        *x++ = *y;
        *y++ = byte;
    }
}

int main(void)
{
    char *first = &cell, *second = &other, *start = (char *) &first, byte;
    struct named *named = malloc(sizeof *named + 4);
    union word word = {&cell};

    if (!named)
        return 0;
    named->value = &cell;
    strcpy(named->name, "abc");
    if (*named->value != 1)
        reach_error();
    byte = start[0];
    start[0] = 0;
    start[0] = byte;
    if (*first != 1)
        reach_error();
    swap(&first, &second, sizeof first);
    if (*first != 2 || *second != 1)
        reach_error();
    memset(word.bytes, 0, 4);
    memset(word.bytes + 4, 0, sizeof word - 4);
    if (word.pointer)
        reach_error();
    return 0;
}
