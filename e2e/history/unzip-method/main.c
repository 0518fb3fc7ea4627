// An entry with any method of compression.
#include "zipinfo.c"

unsigned short nondet_ushort(void);
unsigned nondet_uint(void);

static int message(zvoid *globals, uch *text, ulg size, int flag) { return 0; }

// What extract.c has: the number of a method that is known, or how many there are.
unsigned find_compr_idx(unsigned method) {
    unsigned number = nondet_uint();
    return number < NUM_METHODS ? number : NUM_METHODS;
}

int main(int argc, char **argv) {
    static min_info info;
    G.message = message;
    G.pInfo = &info;
    G.crec.compression_method = nondet_ushort();
    zi_short();
    return 0;
}
