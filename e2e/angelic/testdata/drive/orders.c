#include "drive.h"
#include "../open/orders.c"
int charge(struct customer *c, int amount) { return any(2) ? c->credit + amount : -1; }
int reorder(struct supplier *s, int count) { return s->id + count; }
void notify(int customer, int what) { if (customer + what > 1000) abort(); }
static struct supplier supplier;
static struct address address;
static struct shelf shelf = { 0, 50, 2 };
static struct customer customer;
static void start(void) { if (any(2)) shelf.supplier = &supplier; if (any(2)) customer.address = &address; }
static void step(void)
{
	struct customer *c = any(6) ? &customer : 0;
	struct shelf *s = any(6) ? &shelf : 0;
	if (any(2)) { checkout(c, s, any(12)); }
	else { struct order *o = make_order(c, s, any(3)); if (o && any(3) == 0) { o->state = RESERVED; } withdraw_order(o); }
}
