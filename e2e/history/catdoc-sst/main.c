// A table of strings that is said to have any number of them, and is one that has one character.
#include "xlsparse.c"

unsigned char nondet_uchar(void);

int main(void) {
    static unsigned char table[16];
    for (int i = 4; i < 8; i++)
        table[i] = nondet_uchar();
    table[8] = 1, table[11] = 'a';
    parse_sst(table, 12);
    return 0;
}
