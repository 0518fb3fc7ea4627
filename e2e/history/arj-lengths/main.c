// Any sixty-four bytes of input, of which the lengths of the characters' codes are read.
#include "decode.c"

unsigned char nondet_uchar(void);

int main(void) {
    static char input[64];
    for (int i = 0; i < 64; i++)
        input[i] = (char)nondet_uchar();
    packblock_ptr = input;
    packmem_remain = compsize = 64;
    bitbuf = (unsigned short)(nondet_uchar() << 8 | nondet_uchar());
    read_c_len();
    return 0;
}
