/* A driver of a sensor on a bus: probe, read, interrupt, remove. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { OFF, READY, BUSY };
struct bus { int address; int speed; };
struct sample { int value; int stamp; struct sample *next; };
struct sensor { int held; int state; struct bus *bus; struct sample *last; int errors; int *scale; };
struct config { int speed; int scale; const int *table; int entries; };

struct bus *attach(int address);
void detach(struct bus *bus);
int bus_read(struct bus *bus, int reg);
int bus_write(struct bus *bus, int reg, int value);
void complain(int code);

static void lock(struct sensor *s)
{
	__VERIFIER_assert(s->held == 0);
	s->held = 1;
}

static void unlock(struct sensor *s)
{
	__VERIFIER_assert(s->held == 1);
	s->held = 0;
}

struct sensor *probe(int address, const struct config *config)
{
	struct sensor *s;
	if (!config)
		return 0;
	s = malloc(sizeof *s);
	if (!s)
		return 0;
	s->held = 0;
	s->state = OFF;
	s->last = 0;
	s->errors = 0;
	s->scale = 0;
	s->bus = attach(address);
	if (!s->bus) {
		free(s);
		complain(1);
		return 0;
	}
	if (bus_write(s->bus, 0, config->speed) < 0) {
		detach(s->bus);
		free(s);
		complain(2);
		return 0;
	}
	s->scale = malloc(sizeof *s->scale);
	if (!s->scale) {
		detach(s->bus);
		free(s);
		return 0;
	}
	*s->scale = config->scale;
	s->state = READY;
	return s;
}

int measure(struct sensor *s, int stamp)
{
	struct sample *m;
	int value;
	if (!s)
		return -1;
	lock(s);
	if (s->state != READY) {
		unlock(s);
		return -2;
	}
	value = bus_read(s->bus, 1);
	if (value < 0) {
		s->errors++;
		unlock(s);
		complain(3);
		return -3;
	}
	m = malloc(sizeof *m);
	if (!m) {
		unlock(s);
		return -4;
	}
	m->value = s->scale ? value * (*s->scale % 16) : value;
	m->stamp = stamp;
	m->next = 0;
	if (s->last)
		free(s->last);
	s->last = m;
	unlock(s);
	return m->value;
}

int latest(struct sensor *s, int *stamp)
{
	int value;
	if (!s || !s->last)
		return -1;
	value = s->last->value;
	if (stamp)
		*stamp = s->last->stamp;
	return value;
}

void removed(struct sensor *s)
{
	struct sample *m;
	if (!s)
		return;
	lock(s);
	s->state = OFF;
	m = s->last;
	s->last = 0;
	if (m)
		free(m);
	unlock(s);
	if (s->bus)
		detach(s->bus);
	if (s->scale)
		free(s->scale);
	free(s);
}

/* Nothing is held when a request returns. */
int request(struct sensor *s, int code)
{
	int status;
	if (!s)
		return -9;
	if (code == 1)
		status = measure(s, 0);
	else
		status = latest(s, 0);
	__VERIFIER_assert(s->held == 0);
	return status;
}
