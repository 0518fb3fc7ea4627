/* A store of settings: keys with values, sections, a default for each section; readers take a snapshot. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

struct value { int number; char *text; int references; };
struct entry { int key; struct value *value; struct entry *next; };
struct section { int held; struct entry *entries; struct value *fallback; int writes; };
struct store { struct section *sections[4]; int open; };

struct value *parse_value(const char *text);
int is_allowed(int key);
void published(int key, int number);

static void lock(struct section *s)
{
	__VERIFIER_assert(s->held == 0);
	s->held = 1;
}

static void unlock(struct section *s)
{
	__VERIFIER_assert(s->held == 1);
	s->held = 0;
}

static void hold(struct value *v)
{
	v->references++;
}

static void put(struct value *v)
{
	__VERIFIER_assert(v->references > 0);
	v->references--;
	if (v->references == 0)
		free(v);
}

static struct entry *first_with(struct section *s, int key)
{
	struct entry *e = s->entries;
	if (e && e->key != key)
		e = e->next;
	if (e && e->key != key)
		return 0;
	return e;
}

/* The value of a key, held for the caller. */
struct value *get_value(struct section *s, int key)
{
	struct entry *e;
	struct value *v;
	lock(s);
	e = first_with(s, key);
	v = e ? e->value : s->fallback;
	if (!v) {
		unlock(s);
		return 0;
	}
	hold(v);
	unlock(s);
	return v;
}

int set_value(struct section *s, int key, const char *text)
{
	struct entry *e;
	struct value *v;
	if (!text || !is_allowed(key))
		return -1;
	v = parse_value(text);
	if (!v)
		return -2;
	v->references = 1;
	lock(s);
	e = first_with(s, key);
	if (e) {
		e->value = v;
		s->writes++;
		unlock(s);
		published(key, v->number);
		return 1;
	}
	e = malloc(sizeof *e);
	if (!e) {
		unlock(s);
		put(v);
		return -3;
	}
	e->key = key;
	e->value = v;
	e->next = s->entries;
	s->entries = e;
	s->writes++;
	unlock(s);
	published(key, v->number);
	return 0;
}

int remove_first(struct section *s)
{
	struct entry *e;
	int key;
	lock(s);
	e = s->entries;
	if (!e) {
		unlock(s);
		return -1;
	}
	s->entries = e->next;
	key = e->key;
	free(e);
	s->writes++;
	unlock(s);
	return key;
}

struct section *section_of(struct store *st, unsigned number)
{
	if (!st->open || number >= 4)
		return 0;
	return st->sections[number];
}

int number_of(struct store *st, unsigned section, int key)
{
	struct section *s = section_of(st, section);
	struct value *v;
	int n;
	if (!s)
		return -1;
	v = get_value(s, key);
	if (!v)
		return -2;
	n = v->number;
	return n;
}

/* Nothing is held when a request returns. */
int request(struct section *s, int code, int key, const char *text)
{
	int status;
	if (!s)
		return -9;
	if (code == 1)
		status = set_value(s, key, text);
	else
		status = code == 2 ? remove_first(s) : get_value(s, key) != 0;
	__VERIFIER_assert(s->held == 0);
	return status;
}
