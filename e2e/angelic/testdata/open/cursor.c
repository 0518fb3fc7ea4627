/* Tables of rows with cursors over them; a row may be shared by a transaction that has locked it. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

struct row { int held; int key; int version; struct row *next; struct change *change; };
struct change { int value; int applied; struct change *undo; };
struct table { struct row *rows; int count; struct index *index; };
struct index { int built; int hits; struct row *last; };
struct cursor { struct table *table; struct row *row; int at; };

struct row *load_row(int key);
int check_value(int key, int value);
void notify_change(int key, int value);

static void lock(struct row *r)
{
	__VERIFIER_assert(r->held == 0);
	r->held = 1;
}

static void unlock(struct row *r)
{
	__VERIFIER_assert(r->held == 1);
	r->held = 0;
}

int open_cursor(struct cursor *c, struct table *t)
{
	if (!c || !t)
		return -1;
	c->table = t;
	c->row = t->rows;
	c->at = 0;
	return t->count;
}

int next_row(struct cursor *c)
{
	struct row *r = c->row;
	if (!r)
		return 0;
	c->row = r->next;
	c->at++;
	if (!c->row)
		return 0;
	return c->row->key;
}

struct row *seek(struct cursor *c, int key)
{
	struct row *r;
	struct index *i;
	if (!c->table)
		return 0;
	i = c->table->index;
	if (i && i->built) {
		r = i->last;
		if (r && r->key == key) {
			i->hits++;
			return r;
		}
	}
	r = load_row(key);
	if (!r)
		return 0;
	if (i)
		i->last = r;
	return r;
}

static struct change *make_change(int value)
{
	struct change *c = malloc(sizeof *c);
	if (!c)
		return 0;
	c->value = value;
	c->applied = 0;
	c->undo = 0;
	return c;
}

int update(struct cursor *c, int key, int value)
{
	struct row *r;
	struct change *n;
	r = seek(c, key);
	if (!r)
		return -1;
	n = make_change(value);
	if (!n)
		return -2;
	lock(r);
	if (!check_value(key, value)) {
		unlock(r);
		free(n);
		return -3;
	}
	n->undo = r->change;
	r->change = n;
	r->version++;
	unlock(r);
	notify_change(key, n->value);
	return 0;
}

/* Takes the last change of a row back. */
int undo(struct row *r)
{
	struct change *c;
	int value;
	if (!r)
		return -1;
	lock(r);
	c = r->change;
	if (!c) {
		unlock(r);
		return 0;
	}
	r->change = c->undo;
	r->version--;
	value = c->value;
	free(c);
	unlock(r);
	notify_change(r->key, value);
	return 1;
}

int apply(struct row *r)
{
	struct change *c;
	if (!r || !r->change)
		return 0;
	lock(r);
	c = r->change;
	if (c->applied) {
		unlock(r);
		return 0;
	}
	c->applied = 1;
	unlock(r);
	return c->value;
}

/* Nothing is held when a request returns. */
int request(struct row *r, int code)
{
	int status;
	if (!r)
		return -9;
	if (code == 1)
		status = apply(r);
	else
		status = undo(r);
	__VERIFIER_assert(r->held == 0);
	return status;
}
