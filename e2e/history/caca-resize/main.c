// An empty canvas that is given any size.
#include "caca.h"

int nondet_int(void);

int main(void) {
    caca_canvas_t *canvas = caca_create_canvas(0, 0);
    int width = nondet_int(), height = nondet_int();
    if (canvas && width >= 0 && height >= 0)
        caca_set_canvas_size(canvas, width, height);
    return 0;
}
