#include "drive.h"
#include "../open/names.c"
struct entry *new_entry(void) { return maybe(sizeof(struct entry)); }
void free_entry(struct entry *e) { free(e); }
int hash(int key) { return key % 7; }
static struct table one = { 0, 0, 5 }, two = { 0, 0, 5 };
static void start(void) { }
static void step(void)
{
	struct table *t = any(6) ? (any(2) ? &one : &two) : 0;
	int value, key = any(9);
	switch (any(5)) {
	case 0: lookup(t, key, any(2) ? &value : 0); break;
	case 1: insert(t, key, 1); break;
	case 2: removal(t, key); break;
	case 3: shift(t, any(5) ? &two : 0); break;
	default: value_or(t, key, 2);
	}
}
