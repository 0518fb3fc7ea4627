#include "drive.h"
#include "../open/tree.c"
struct item *make_item(int key) { struct item *i = maybe(sizeof *i); if (i) i->key = key; return i; }
void drop_item(struct item *item) { if (item->key > 1000) abort(); }
void note_change(struct tree *t, int key) { t->changes += key; }
static struct tree tree;
static void start(void) { }
static void step(void)
{
	int key = any(9);
	switch (any(3)) {
	case 0: add_key(&tree, key); break;
	case 1: if (any(4) == 0) use_key(&tree, key); break;
	default: trim(&tree);
	}
}
