// Any extra field of up to eight bytes, in an object of just its length.
#include "extract.c"

unsigned char nondet_uchar(void);

static int message(zvoid *globals, uch *text, ulg size, int flag) { return 0; }

int main(int argc, char **argv) {
    unsigned length = nondet_uchar() % 9;
    uch *field = malloc(length ? length : 1);
    if (!field)
        return 0;
    for (unsigned i = 0; i < length; i++)
        field[i] = nondet_uchar();
    G.message = message;
    TestExtraField(field, length);
    return 0;
}
