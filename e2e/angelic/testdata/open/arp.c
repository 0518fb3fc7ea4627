/* A cache of addresses on a network: entries are looked up, learned, aged and dropped; a waiting packet hangs on an entry. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { EMPTY, ASKED, KNOWN };
struct packet { int length; int kind; unsigned char *bytes; };
struct entry { unsigned ip; int state; int age; struct packet *waiting; struct entry *next; };
struct network { int held; struct entry *entries; int count; struct card *card; int lost; };
struct card { int up; int speed; };

int send_packet(struct card *c, struct packet *p);
int ask(struct card *c, unsigned ip);
void warn(unsigned ip);

static void lock(struct network *n)
{
	__VERIFIER_assert(n->held == 0);
	n->held = 1;
}

static void unlock(struct network *n)
{
	__VERIFIER_assert(n->held == 1);
	n->held = 0;
}

static void learn(struct entry *e)
{
	__VERIFIER_assert(e->state != KNOWN);
	e->state = KNOWN;
}

static void free_packet(struct packet *p)
{
	free(p->bytes);
	free(p);
}

/* The entry of an address: the first or the second, more there are not on this network. */
static struct entry *entry_of(struct network *n, unsigned ip)
{
	struct entry *e = n->entries;
	if (!e)
		return 0;
	if (e->ip == ip)
		return e;
	e = e->next;
	if (!e || e->ip != ip)
		return 0;
	return e;
}

static struct entry *make_entry(struct network *n, unsigned ip)
{
	struct entry *e = malloc(sizeof *e);
	if (!e)
		return 0;
	e->ip = ip;
	e->state = EMPTY;
	e->age = 0;
	e->waiting = 0;
	e->next = n->entries;
	n->entries = e;
	n->count++;
	return e;
}

int output(struct network *n, struct packet *p, unsigned ip)
{
	struct entry *e;
	int status;
	if (!p)
		return -1;
	if (!n->card || !n->card->up) {
		free_packet(p);
		return -2;
	}
	lock(n);
	e = entry_of(n, ip);
	if (!e) {
		e = make_entry(n, ip);
		if (!e) {
			unlock(n);
			free_packet(p);
			return -3;
		}
	}
	if (e->state == KNOWN) {
		unlock(n);
		status = send_packet(n->card, p);
		free_packet(p);
		return status;
	}
	if (e->waiting) {
		n->lost++;
		unlock(n);
		free_packet(p);
		return -4;
	}
	e->waiting = p;
	e->state = ASKED;
	unlock(n);
	return ask(n->card, ip);
}

int input(struct network *n, unsigned ip)
{
	struct entry *e;
	struct packet *p;
	lock(n);
	e = entry_of(n, ip);
	if (!e) {
		unlock(n);
		warn(ip);
		return -1;
	}
	if (e->state == KNOWN) {
		e->age = 0;
		unlock(n);
		return 0;
	}
	learn(e);
	p = e->waiting;
	e->waiting = 0;
	unlock(n);
	if (!p)
		return 0;
	if (n->card && n->card->up)
		send_packet(n->card, p);
	free_packet(p);
	return 1;
}

int expire(struct network *n)
{
	struct entry *e;
	lock(n);
	e = n->entries;
	if (!e || e->age < 3) {
		if (e)
			e->age++;
		unlock(n);
		return 0;
	}
	n->entries = e->next;
	n->count--;
	if (e->waiting)
		free_packet(e->waiting);
	free(e);
	unlock(n);
	return 1;
}

/* Nothing is held when a request returns. */
int request(struct network *n, struct packet *p, int code, unsigned ip)
{
	int status;
	if (!n)
		return -9;
	if (code == 1)
		status = output(n, p, ip);
	else
		status = code == 2 ? input(n, ip) : expire(n);
	__VERIFIER_assert(n->held == 0);
	return status;
}
