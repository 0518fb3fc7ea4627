// A stored extra field of twelve bytes of data, and any size that they are said to have.
#include "extract.c"

unsigned char nondet_uchar(void);

static int message(zvoid *globals, uch *text, ulg size, int flag) { return 0; }

int main(int argc, char **argv) {
    static uch field[EB_HEADSIZE + EB_OS2_HLEN + EB_CMPRHEADLEN + 12];
    field[EB_HEADSIZE + EB_UCSIZE_P] = nondet_uchar();
    G.message = message;
    test_compr_eb(field, sizeof field - EB_HEADSIZE, EB_OS2_HLEN, NULL);
    return 0;
}
