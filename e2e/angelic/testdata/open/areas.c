/* Areas of the address space of a process: mapped, split, unmapped; an area may map a file. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

struct backing { int references; int pages; int writable; };
struct area { unsigned from, to; int flags; struct backing *backing; struct area *next; };
struct space { int held; struct area *areas; unsigned total; unsigned limit; struct space *parent; };

struct backing *find_backing(int file);
int map_pages(unsigned from, unsigned to, int flags);
void unmap_pages(unsigned from, unsigned to);

static void lock(struct space *s)
{
	__VERIFIER_assert(s->held == 0);
	s->held = 1;
}

static void unlock(struct space *s)
{
	__VERIFIER_assert(s->held == 1);
	s->held = 0;
}

static struct backing *hold(struct backing *b)
{
	b->references++;
	return b;
}

static void put(struct backing *b)
{
	__VERIFIER_assert(b->references > 0);
	b->references--;
}

static struct area *make_area(unsigned from, unsigned to, int flags)
{
	struct area *a;
	if (from >= to)
		return 0;
	a = malloc(sizeof *a);
	if (!a)
		return 0;
	a->from = from;
	a->to = to;
	a->flags = flags;
	a->backing = 0;
	a->next = 0;
	return a;
}

int map_area(struct space *s, unsigned from, unsigned to, int flags, int file)
{
	struct area *a;
	struct backing *b = 0;
	if (file >= 0) {
		b = find_backing(file);
		if (!b)
			return -1;
		if ((flags & 2) && !b->writable)
			return -2;
	}
	a = make_area(from, to, flags);
	if (!a)
		return -3;
	lock(s);
	if (s->total >= s->limit) {
		unlock(s);
		free(a);
		return -4;
	}
	if (s->areas && s->areas->from < to) {
		unlock(s);
		free(a);
		return -5;
	}
	if (map_pages(from, to, flags) < 0) {
		unlock(s);
		free(a);
		return -6;
	}
	if (b) {
		b->references = b->references < 0 ? 0 : b->references;
		a->backing = hold(b);
	}
	a->next = s->areas;
	s->areas = a;
	s->total++;
	unlock(s);
	return 0;
}

int unmap_first(struct space *s)
{
	struct area *a;
	struct backing *b;
	lock(s);
	a = s->areas;
	if (!a) {
		unlock(s);
		return 0;
	}
	s->areas = a->next;
	s->total--;
	unmap_pages(a->from, a->to);
	b = a->backing;
	free(a);
	if (b && b->references > 0)
		put(b);
	unlock(s);
	return 1;
}

int split(struct space *s, unsigned at)
{
	struct area *a, *b;
	lock(s);
	a = s->areas;
	if (!a || at <= a->from || at >= a->to) {
		unlock(s);
		return -1;
	}
	b = make_area(at, a->to, a->flags);
	if (!b) {
		unlock(s);
		return -2;
	}
	if (a->backing)
		b->backing = hold(a->backing);
	b->next = a->next;
	a->next = b;
	a->to = at;
	unlock(s);
	return 0;
}

int flags_at(struct space *s, unsigned at)
{
	struct area *a;
	struct space *parent = s->parent;
	a = s->areas;
	if (!a) {
		if (!parent)
			return -1;
		a = parent->areas;
		if (!a)
			return -2;
	}
	if (at < a->from || at >= a->to)
		return 0;
	return a->backing ? a->flags | a->backing->writable : a->flags;
}

/* Nothing is held when a request returns. */
int request(struct space *s, int code, unsigned at)
{
	int status;
	if (!s)
		return -9;
	if (code == 1)
		status = map_area(s, at, at + 1, 0, code);
	else
		status = code == 2 ? split(s, at) : unmap_first(s);
	__VERIFIER_assert(s->held == 0);
	return status;
}
