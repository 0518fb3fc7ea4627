#include "drive.h"
#include "../open/cursor.c"
static struct row rows[3];
struct row *load_row(int key) { return any(3) ? &rows[key % 3] : 0; }
int check_value(int key, int value) { return (key + value) % 3; }
void notify_change(int key, int value) { if (key + value > 1000) abort(); }
static struct index idx;
static struct table table;
static struct cursor cursor;
static void start(void) { if (any(2)) table.index = &idx; idx.built = any(2); table.rows = &rows[0]; rows[0].next = &rows[1]; }
static void step(void)
{
	int key = any(3);
	switch (any(5)) {
	case 0: open_cursor(any(4) ? &cursor : 0, any(5) ? &table : 0); break;
	case 1: next_row(&cursor); break;
	case 2: update(&cursor, key, any(9)); break;
	case 3: undo(any(5) ? &rows[key] : 0); break;
	default: apply(any(5) ? &rows[key] : 0);
	}
}
