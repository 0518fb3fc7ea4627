/* A ring of descriptors between a driver and a device: requests are put in, completed in order, and given back. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { FREE, POSTED, COMPLETE, PLACES = 4 };
struct request { int state; int length; int status; void *cookie; struct client *client; };
struct client { int errors; void (*done)(struct client *, int); };
struct ring { int held; struct request *places[PLACES]; unsigned head, tail; struct device *device; };
struct device { int running; int resets; };

int doorbell(struct device *d, unsigned place);
int device_status(struct device *d, unsigned place);
struct request *new_request(int length);

static void lock(struct ring *r)
{
	__VERIFIER_assert(r->held == 0);
	r->held = 1;
}

static void unlock(struct ring *r)
{
	__VERIFIER_assert(r->held == 1);
	r->held = 0;
}

static void post(struct request *q)
{
	__VERIFIER_assert(q->state == FREE);
	q->state = POSTED;
}

static void complete(struct request *q, int status)
{
	__VERIFIER_assert(q->state == POSTED);
	q->state = COMPLETE;
	q->status = status;
}

struct request *prepare(struct client *c, int length)
{
	struct request *q;
	if (length <= 0)
		return 0;
	q = new_request(length);
	if (!q)
		return 0;
	q->state = FREE;
	q->length = length;
	q->status = 0;
	q->client = c;
	return q;
}

int start_request(struct ring *r, struct client *c, int length)
{
	struct request *q;
	unsigned place;
	q = prepare(c, length);
	if (!q)
		return -1;
	lock(r);
	if (!r->device || !r->device->running) {
		unlock(r);
		free(q);
		return -2;
	}
	place = r->head % PLACES;
	if (r->places[place]) {
		unlock(r);
		free(q);
		return -3;
	}
	post(q);
	r->places[place] = q;
	r->head++;
	if (doorbell(r->device, place) < 0) {
		r->places[place] = 0;
		r->head--;
		unlock(r);
		free(q);
		return -4;
	}
	unlock(r);
	return 0;
}

int interrupt(struct ring *r)
{
	struct request *q;
	struct client *c;
	unsigned place;
	int status;
	lock(r);
	place = r->tail % PLACES;
	q = r->places[place];
	if (!q) {
		unlock(r);
		return 0;
	}
	if (!r->device) {
		unlock(r);
		return -1;
	}
	status = device_status(r->device, place);
	r->places[place] = 0;
	r->tail++;
	q->state = POSTED;
	complete(q, status);
	unlock(r);
	c = q->client;
	if (c) {
		if (status < 0)
			c->errors++;
		if (c->done)
			c->done(c, status);
	}
	free(q);
	return 1;
}

int reset(struct ring *r)
{
	struct device *d;
	struct request *q;
	lock(r);
	d = r->device;
	if (!d) {
		unlock(r);
		return -1;
	}
	d->resets++;
	q = r->places[r->tail % PLACES];
	if (q) {
		r->places[r->tail % PLACES] = 0;
		r->tail++;
		free(q);
	}
	unlock(r);
	return doorbell(d, 0);
}

/* Nothing is held when a request returns. */
int request(struct ring *r, struct client *c, int code)
{
	int status;
	if (!r)
		return -9;
	if (code == 1)
		status = start_request(r, c, 4);
	else
		status = code == 2 ? interrupt(r) : reset(r);
	__VERIFIER_assert(r->held == 0);
	return status;
}
