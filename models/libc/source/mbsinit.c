#include <wchar.h>

/* A conversion is at its start while no byte of a character has been read. */
int mbsinit(const mbstate_t *state) { return state == 0 || state->__count == 0; }
