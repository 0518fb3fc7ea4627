/* Chains of network buffers: headers in front, the rest behind; a chain is freed as a whole. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

enum { ROOM = 32 };
struct buffer { int used; int offset; struct buffer *next; struct port *port; unsigned char data[ROOM]; };
struct port { int held; int sent; int dropped; struct buffer *queue; int up; };
struct header { unsigned char version; unsigned char length; unsigned short check; };

struct buffer *take_buffer(struct port *p);
int transmit(struct port *p, const unsigned char *data, int length);
unsigned short checksum(const unsigned char *data, int length);

static void lock(struct port *p)
{
	__VERIFIER_assert(p->held == 0);
	p->held = 1;
}

static void unlock(struct port *p)
{
	__VERIFIER_assert(p->held == 1);
	p->held = 0;
}

/* Makes a chain of one or two buffers for a message. */
struct buffer *wrap(struct port *p, const unsigned char *data, int length)
{
	struct buffer *first, *rest;
	int part;
	if (!data || length <= 0 || length > 2 * ROOM)
		return 0;
	first = take_buffer(p);
	if (!first)
		return 0;
	part = length < ROOM ? length : ROOM;
	memcpy(first->data, data, part);
	first->used = part;
	first->offset = 0;
	first->next = 0;
	first->port = p;
	if (length == part)
		return first;
	rest = take_buffer(p);
	if (!rest) {
		free(first);
		return 0;
	}
	memcpy(rest->data, data + part, length - part);
	rest->used = length - part;
	rest->offset = 0;
	rest->next = 0;
	rest->port = p;
	first->next = rest;
	return first;
}

static void free_chain(struct buffer *b)
{
	struct buffer *rest = b->next;
	if (rest)
		free(rest);
	free(b);
}

int enqueue(struct port *p, struct buffer *b)
{
	if (!b)
		return -1;
	lock(p);
	if (!p->up) {
		p->dropped++;
		unlock(p);
		free_chain(b);
		return -2;
	}
	if (p->queue) {
		p->dropped++;
		unlock(p);
		free_chain(b);
		return -3;
	}
	p->queue = b;
	unlock(p);
	return 0;
}

int flush(struct port *p)
{
	struct buffer *b;
	int status;
	lock(p);
	b = p->queue;
	if (!b) {
		unlock(p);
		return 0;
	}
	p->queue = 0;
	unlock(p);
	status = transmit(p, b->data, b->used);
	if (status < 0) {
		free_chain(b);
		return status;
	}
	if (b->next)
		status = transmit(p, b->next->data, b->next->used);
	p->sent += b->used;
	free_chain(b);
	return status;
}

/* Checks the header of a message that came in. */
int accept(struct port *p, struct buffer *b)
{
	struct header *h;
	if (!b || b->used < (int)sizeof *h)
		return -1;
	h = (struct header *)b->data;
	if (h->version != 1 || h->length > b->used) {
		p->dropped++;
		return -2;
	}
	if (h->check != checksum(b->data + 4, b->used - 4)) {
		p->dropped++;
		return -3;
	}
	b->offset = 4;
	return 0;
}

/* Nothing is held when a request returns. */
int request(struct port *p, struct buffer *b, int code)
{
	int status;
	if (!p)
		return -9;
	if (code == 1)
		status = enqueue(p, b);
	else
		status = flush(p);
	__VERIFIER_assert(p->held == 0);
	return status;
}
