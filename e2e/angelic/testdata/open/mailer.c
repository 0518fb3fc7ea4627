/* A queue of outgoing mail: messages with a sender and attachments, delivered through a connection. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

enum { CLOSED, OPEN, SENDING };
struct attachment { int size; char *bytes; };
struct message { char *to; char *body; struct attachment *attached; int tries; struct message *next; };
struct link { int state; int port; int sent; };
struct queue { int held; struct message *head; int length; struct link *link; int bounced; };

int resolve_port(const char *to);
int send_bytes(struct link *l, const char *bytes, int size);
char *copy_text(const char *text);
void bounce(const char *to);

static void open_link(struct link *l)
{
	__VERIFIER_assert(l->state == CLOSED);
	l->state = OPEN;
}

static void close_link(struct link *l)
{
	__VERIFIER_assert(l->state != CLOSED);
	l->state = CLOSED;
}

static void lock(struct queue *q)
{
	__VERIFIER_assert(q->held == 0);
	q->held = 1;
}

static void unlock(struct queue *q)
{
	__VERIFIER_assert(q->held == 1);
	q->held = 0;
}

static void free_message(struct message *m)
{
	if (m->attached) {
		free(m->attached->bytes);
		free(m->attached);
	}
	free(m->to);
	free(m->body);
	free(m);
}

struct message *compose(const char *to, const char *body)
{
	struct message *m;
	if (!to || !body)
		return 0;
	m = malloc(sizeof *m);
	if (!m)
		return 0;
	m->attached = 0;
	m->tries = 0;
	m->next = 0;
	m->to = copy_text(to);
	if (!m->to) {
		free(m);
		return 0;
	}
	m->body = copy_text(body);
	if (!m->body) {
		free(m->to);
		free(m);
		return 0;
	}
	return m;
}

int post(struct queue *q, struct message *m)
{
	if (!m)
		return -1;
	lock(q);
	if (q->length > 100) {
		unlock(q);
		free_message(m);
		return -2;
	}
	m->next = q->head;
	q->head = m;
	q->length++;
	unlock(q);
	return 0;
}

static struct message *take(struct queue *q)
{
	struct message *m;
	lock(q);
	m = q->head;
	if (!m) {
		unlock(q);
		return 0;
	}
	q->head = m->next;
	q->length--;
	unlock(q);
	return m;
}

int deliver(struct queue *q)
{
	struct message *m;
	struct link *l = q->link;
	int status;
	if (!l || l->state != CLOSED)
		return -1;
	m = take(q);
	if (!m)
		return 0;
	l->port = resolve_port(m->to);
	if (l->port < 0) {
		bounce(m->to);
		free_message(m);
		q->bounced++;
		return -2;
	}
	open_link(l);
	status = send_bytes(l, m->body, 1);
	if (status >= 0 && m->attached)
		status = send_bytes(l, m->attached->bytes, m->attached->size);
	if (status < 0) {
		close_link(l);
		m->tries++;
		if (m->tries > 3) {
			bounce(m->to);
			free_message(m);
			return -3;
		}
		return post(q, m);
	}
	l->sent++;
	close_link(l);
	free_message(m);
	return 1;
}

/* Nothing is held when a request returns. */
int request(struct queue *q, struct message *m, int code)
{
	int status;
	if (!q)
		return -9;
	if (code == 1)
		status = post(q, m);
	else
		status = take(q) != 0;
	__VERIFIER_assert(q->held == 0);
	return status;
}
