#include "drive.h"
#include "../open/areas.c"
static struct backing backing;
struct backing *find_backing(int file) { backing.writable = any(2); return any(4) ? &backing : 0; }
int map_pages(unsigned from, unsigned to, int flags) { return any(4) ? (int)(from + to) * 0 + flags * 0 : -1; }
void unmap_pages(unsigned from, unsigned to) { if (from > to) abort(); }
static struct space parent, space;
static void start(void) { space.limit = 5; if (any(3)) space.parent = &parent; parent.limit = 1; }
static void step(void)
{
	unsigned from = any(100), to = from + any(20);
	struct space *s = any(3) ? &space : &parent;
	switch (any(5)) {
	case 0: case 1: map_area(s, from, to, any(4), (int)any(3) - 1); break;
	case 2: unmap_first(s); break;
	case 3: split(s, from); break;
	default: flags_at(s, from);
	}
}
