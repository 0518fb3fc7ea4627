#include "drive.h"
#include "../open/transfer.c"
int approve(struct owner *o, long amount) { return (int)any(3) - 1 + 0 * (o->id + (int)amount); }
int append(struct journal *j, struct note *n) { if (!any(4)) return -1; n->next = j->first; j->first = n; return 0; }
void mail(const char *to, long amount) { if (to[0] == 0 && amount < 0) abort(); }
static struct owner o = { 1, 1, "x" };
static struct account a[3] = { { 0, 1, 10 }, { 0, 2, 20 }, { 0, 3, 5 } };
static struct journal journal;
static void start(void) { a[0].owner = any(2) ? &o : 0; a[1].owner = &o; o.vip = any(2); if (any(2)) o.mail = 0; }
static void step(void)
{
	struct account *x = any(5) ? &a[any(3)] : 0, *y = any(5) ? &a[any(3)] : 0;
	struct journal *j = any(4) ? &journal : 0;
	a[any(3)].frozen = !any(5);
	switch (any(3)) {
	case 0: deposit(x, j, any(9)); break;
	case 1: withdraw(x, j, any(30)); break;
	default: transfer(x, y, j, any(20));
	}
}
