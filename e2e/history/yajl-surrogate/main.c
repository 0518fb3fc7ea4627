// A text that ends after the first half of a pair of surrogates, in an object of just its length.
#include "yajl_encode.h"
#include <stdlib.h>

int nondet_int(void);

static unsigned char digit(void) {
    int value = nondet_int();
    return (unsigned char)(value >= 0 && value <= 9 ? '0' + value : 'a');
}

int main(void) {
    static yajl_alloc_funcs functions;
    yajl_set_default_alloc_funcs(&functions);
    unsigned char *text = malloc(6);
    if (!text)
        return 0;
    text[0] = '\\', text[1] = 'u', text[2] = 'd', text[3] = '8';
    text[4] = digit(), text[5] = digit();
    yajl_buf decoded = yajl_buf_alloc(&functions);
    yajl_string_decode(decoded, text, 6);
    yajl_buf_free(decoded);
    free(text);
    return 0;
}
