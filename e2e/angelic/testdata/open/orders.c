/* Orders of a shop: a cart becomes an order, stock is reserved under the lock of the shelf, payment may fail. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { NEW, RESERVED, PAID, CANCELLED };
struct shelf { int held; int stock; int price; struct supplier *supplier; };
struct supplier { int id; int days; };
struct customer { int id; int credit; struct address *address; };
struct address { int zone; char *street; };
struct order { int state; int count; struct shelf *shelf; struct customer *customer; struct receipt *receipt; };
struct receipt { int total; int zone; };

int charge(struct customer *c, int amount);
int reorder(struct supplier *s, int count);
void notify(int customer, int what);

static void lock(struct shelf *s)
{
	__VERIFIER_assert(s->held == 0);
	s->held = 1;
}

static void unlock(struct shelf *s)
{
	__VERIFIER_assert(s->held == 1);
	s->held = 0;
}

static void reserve(struct order *o)
{
	__VERIFIER_assert(o->state == NEW);
	o->state = RESERVED;
}

static void pay(struct order *o)
{
	__VERIFIER_assert(o->state == RESERVED);
	o->state = PAID;
}

static void cancel(struct order *o)
{
	__VERIFIER_assert(o->state != PAID);
	o->state = CANCELLED;
}

struct order *make_order(struct customer *c, struct shelf *s, int count)
{
	struct order *o;
	if (!c || !s || count <= 0)
		return 0;
	o = malloc(sizeof *o);
	if (!o)
		return 0;
	o->state = NEW;
	o->count = count;
	o->shelf = s;
	o->customer = c;
	o->receipt = 0;
	return o;
}

static int take_stock(struct shelf *s, int count)
{
	lock(s);
	if (s->stock < count) {
		unlock(s);
		if (s->supplier)
			reorder(s->supplier, count);
		return -1;
	}
	s->stock -= count;
	unlock(s);
	return 0;
}

static void give_back(struct shelf *s, int count)
{
	lock(s);
	s->stock += count;
	unlock(s);
}

static int zone_of(struct customer *c)
{
	if (!c->address)
		return 0;
	return c->address->zone;
}

int checkout(struct customer *c, struct shelf *s, int count)
{
	struct order *o;
	struct receipt *r;
	int total;
	o = make_order(c, s, count);
	if (!o)
		return -1;
	if (take_stock(s, count) < 0) {
		notify(c->id, 1);
		cancel(o);
		free(o);
		return -2;
	}
	reserve(o);
	total = (count & 63) * (s->price & 1023) + (zone_of(c) & 7);
	if (charge(c, total) < 0) {
		give_back(s, count);
		cancel(o);
		notify(c->id, 2);
		free(o);
		return -3;
	}
	r = malloc(sizeof *r);
	if (!r) {
		free(o);
		return -4;
	}
	pay(o);
	r->total = total;
	r->zone = zone_of(c);
	o->receipt = r;
	notify(c->id, 0);
	free(o->receipt);
	free(o);
	return total;
}

/* Cancels an order that is not paid. */
int withdraw_order(struct order *o)
{
	struct customer *c;
	if (!o)
		return -1;
	if (o->state == PAID)
		return -2;
	c = o->customer;
	if (o->state == RESERVED && o->shelf)
		give_back(o->shelf, o->count);
	cancel(o);
	if (c)
		notify(c->id, 3);
	if (o->receipt)
		free(o->receipt);
	free(o);
	return 0;
}

/* Nothing is held when a request returns. */
int request(struct shelf *s, struct customer *c, int code, int count)
{
	int status;
	if (!s)
		return -9;
	if (code == 1)
		status = checkout(c, s, count);
	else
		status = take_stock(s, count);
	__VERIFIER_assert(s->held == 0);
	return status;
}
