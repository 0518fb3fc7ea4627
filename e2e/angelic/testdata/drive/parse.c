#include "drive.h"
#include "../open/parse.c"
struct field *read_field(int position) { struct field *f = maybe(sizeof *f); if (f) f->kind = position; return f; }
void complain(struct record *r, int code) { r->errors += code; }
void *reserve(struct arena *a, int size) { return a->base + size; }
static struct arena arena;
static struct record one, two;
static void start(void) { if (any(2)) one.parent = &two; }
static void step(void)
{
	struct record *r = any(6) ? (any(2) ? &one : &two) : 0;
	switch (any(7)) {
	case 0: used(any(2) ? &arena : 0); break;
	case 1: depth(r); break;
	case 2: total(r, any(3)); break;
	case 3: attach(r, any(3)); break;
	case 4: last(r); break;
	case 5: extent(r); break;
	default: replace(r, any(3) ? calloc(1, sizeof(struct field)) : 0);
	}
}
