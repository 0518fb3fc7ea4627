#include "drive.h"
#include "../open/account.c"
struct owner *load_owner(int name) { struct owner *o = maybe(sizeof *o); if (o) o->name = name; return o; }
void log_event(int code, long amount) { if (code > 99 && amount) abort(); }
int confirm(struct owner *o) { return any(2) + 0 * o->name; }
static struct account a[3];
static void start(void) { a[0].partner = &a[1]; }
static void step(void)
{
	struct account *x = any(5) ? &a[any(3)] : 0, *y = any(5) ? &a[any(3)] : 0;
	if (any(4)) request(x, y, any(4), (long)any(9) - 2); else owner_name(x);
}
