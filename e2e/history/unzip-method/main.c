// An entry with any method of compression.
#include "zipinfo.c"

unsigned short nondet_ushort(void);

static int message(zvoid *globals, uch *text, ulg size, int flag) { return 0; }

int main(int argc, char **argv) {
    static min_info info;
    G.message = message;
    G.pInfo = &info;
    G.crec.compression_method = nondet_ushort();
    zi_short();
    return 0;
}
