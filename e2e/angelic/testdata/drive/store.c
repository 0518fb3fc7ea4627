#include "drive.h"
#include "../open/store.c"
struct value *parse_value(const char *text) { struct value *v = maybe(sizeof *v); if (v) v->number = text[0]; return v; }
int is_allowed(int key) { return key != 3; }
void published(int key, int number) { if (key < 0 && number) abort(); }
static struct store store = { { 0 }, 1 };
static struct section one;
static void start(void) { store.sections[any(2)] = &one; }
static void step(void)
{
	struct value *v;
	int key = any(4);
	switch (any(4)) {
	case 0: set_value(&one, key, any(5) ? "text" : 0); break;
	case 1: number_of(&store, any(5), key); break;
	case 2: v = get_value(&one, key); if (v) put(v); break;
	default: remove_first(&one);
	}
}
