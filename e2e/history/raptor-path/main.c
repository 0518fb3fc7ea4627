// Paths that begin with a folder and the way back, and any four characters after them.
#include "raptor2.h"
#include "raptor_internal.h"

char nondet_char(void);

int main(void) {
    unsigned char path[] = "a/../????";
    for (int i = 5; i < 9; i++) {
        char next = nondet_char();
        path[i] = (unsigned char)(next == 'a' || next == '/' ? next : '.');
    }
    raptor_uri_normalize_path(path, sizeof path - 1);
    return 0;
}
