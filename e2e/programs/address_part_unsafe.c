// UNSAFE
// A pointer of which some bytes were written over is another one, if zeros were written, too.
// INPUTS: 1
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union word {
    char *pointer;
    unsigned short halves[4];
};

static char cell;

int main(void)
{
    union word word;
    char bytes[2 * sizeof(char *)], *pointer = &cell, *back;

    if (__VERIFIER_nondet_int() == 1) {
        word.pointer = &cell;
        word.halves[0] = 0;
        if (word.pointer != &cell)
            reach_error();
    } else {
        memcpy(bytes + sizeof pointer, &pointer, sizeof pointer);
        memset(bytes, 0, sizeof pointer + 2);
        memcpy(&back, bytes + sizeof pointer, sizeof back);
        if (back != &cell)
            reach_error();
    }
    return 0;
}
