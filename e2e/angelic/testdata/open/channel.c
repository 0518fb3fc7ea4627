/* A channel between two ends: messages of bytes, credits, a peer that may hang up while a sender waits. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

enum { DOWN, UP, CLOSING };
struct packet { int length; int kind; struct packet *next; unsigned char bytes[16]; };
struct end { int held; int state; int credits; struct packet *inbox; struct end *peer; struct statistics *statistics; };
struct statistics { int sent, received, refused; };

struct packet *new_packet(int length);
int encode(unsigned char *to, const unsigned char *from, int length);
void wake_up(struct end *e);

static void lock(struct end *e)
{
	__VERIFIER_assert(e->held == 0);
	e->held = 1;
}

static void unlock(struct end *e)
{
	__VERIFIER_assert(e->held == 1);
	e->held = 0;
}

static void raise(struct end *e)
{
	__VERIFIER_assert(e->state == DOWN);
	e->state = UP;
}

static void lower(struct end *e)
{
	__VERIFIER_assert(e->state != DOWN);
	e->state = DOWN;
}

int connect_ends(struct end *a, struct end *b, struct statistics *s)
{
	if (!a || !b || a == b)
		return -1;
	if (a->peer || b->peer)
		return -2;
	a->state = DOWN;
	b->state = DOWN;
	raise(a);
	raise(b);
	a->peer = b;
	b->peer = a;
	a->statistics = s;
	b->statistics = s;
	a->credits = 4;
	b->credits = 4;
	return 0;
}

int send_bytes(struct end *e, const unsigned char *bytes, int length)
{
	struct end *p;
	struct packet *k;
	if (!bytes || length <= 0 || length > 16)
		return -1;
	p = e->peer;
	if (!p || p == e)
		return -2;
	if (e->credits <= 0) {
		if (e->statistics)
			e->statistics->refused++;
		return -3;
	}
	k = new_packet(length);
	if (!k)
		return -4;
	k->length = encode(k->bytes, bytes, length);
	if (k->length < 0) {
		free(k);
		return -5;
	}
	lock(p);
	if (p->state != UP) {
		unlock(p);
		free(k);
		return -6;
	}
	k->next = p->inbox;
	p->inbox = k;
	unlock(p);
	e->credits--;
	if (e->statistics)
		e->statistics->sent++;
	wake_up(p);
	return length;
}

int receive_packet(struct end *e)
{
	struct packet *k;
	int kind;
	lock(e);
	k = e->inbox;
	if (!k) {
		unlock(e);
		return -1;
	}
	e->inbox = k->next;
	unlock(e);
	kind = k->kind;
	if (e->statistics)
		e->statistics->received++;
	if (e->peer)
		e->peer->credits++;
	free(k);
	return kind;
}

int hang_up(struct end *e)
{
	struct end *p;
	struct packet *k;
	if (e->state == DOWN)
		return 0;
	p = e->peer;
	lock(e);
	lower(e);
	e->peer = 0;
	k = e->inbox;
	if (k)
		e->inbox = k->next;
	unlock(e);
	if (k)
		free(k);
	if (p && p->peer == e)
		p->peer = 0;
	return 1;
}

/* Nothing is held when a request returns. */
int request(struct end *e, int code)
{
	int status;
	if (!e)
		return -9;
	if (code == 1)
		status = receive_packet(e);
	else
		status = hang_up(e);
	__VERIFIER_assert(e->held == 0);
	return status;
}
