/* A table of names: buckets of lists, insertion, lookup, removal. */
struct entry { int key; int value; struct entry *next; };
struct table { struct entry *first; int count; int limit; };

struct entry *new_entry(void);
void free_entry(struct entry *e);
int hash(int key);

struct entry *find(struct table *t, int key)
{
	struct entry *e;
	if (!t)
		return 0;
	for (e = t->first; e; e = e->next)
		if (e->key == key)
			return e;
	return 0;
}

int lookup(struct table *t, int key, int *value)
{
	struct entry *e = find(t, key);
	if (!e)
		return 0;
	if (value)
		*value = e->value;
	return 1;
}

int insert(struct table *t, int key, int value)
{
	struct entry *e;
	if (!t)
		return -1;
	e = find(t, key);
	if (e) {
		e->value = value;
		return 0;
	}
	if (t->count >= t->limit)
		return -2;
	e = new_entry();
	if (!e)
		return -3;
	e->key = key;
	e->value = value;
	e->next = t->first;
	t->first = e;
	t->count++;
	return 1;
}

int removal(struct table *t, int key)
{
	struct entry *e, *before;
	if (!t)
		return -1;
	before = 0;
	e = t->first;
	while (e) {
		if (e->key == key)
			break;
		before = e;
		e = e->next;
	}
	if (!e)
		return 0;
	if (before) {
		before->next = e->next;
	} else {
		t->first = e->next;
	}
	t->count--;
	free_entry(e);
	return 1;
}

int value_or(struct table *t, int key, int other)
{
	struct entry *e = find(t, key);
	if (!e)
		return other;
	return e->value;
}

/* Moves the first entry of a table to another one. */
int shift(struct table *from, struct table *to)
{
	struct entry *e;
	if (!from || !to || from == to)
		return -1;
	e = from->first;
	if (!e)
		return 0;
	from->first = e->next;
	from->count--;
	e->next = to->first;
	to->first = e;
	to->count++;
	return hash(e->key);
}
