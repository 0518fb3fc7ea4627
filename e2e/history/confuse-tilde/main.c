// The path of a user with any name of two letters.
#include "confuse.h"
#include <stdlib.h>

char nondet_char(void);

int main(void) {
    char path[] = "~uv/x";
    path[1] = nondet_char();
    path[2] = nondet_char();
    free(cfg_tilde_expand(path));
    return 0;
}
