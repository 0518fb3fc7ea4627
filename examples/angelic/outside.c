// yogi angelic --check null
// Failures that need a particular outside: values of globals, of memory behind pointers, and what functions
// without a body return. Each test sets them up; compiled, it fails.

struct item { int kind; struct item *next; };
struct list { struct item *first; int count; };

static int mode = 3;
static struct list pending;
struct list *shared;

struct item *fetch(int kind);
int ready(void);

// That first is tested after it was used says nothing: the test is never reached with null.
int drain(struct list *l)
{
	struct item *i = l->first;
	int n = i->kind;
	if (mode == 7 && l->count == 2) {
		if (i == 0)
			return -1;
		n++;
	}
	return n;
}

// Two items of a list that the caller gives.
int second(struct list *l)
{
	struct item *i = l->first;
	if (!i)
		return 0;
	if (l->count == 1)
		i = i->next;
	return i->next->kind;
}

// What the test of pending lets through.
int pump(void)
{
	struct item *i = 0;
	if (ready() == 5)
		i = fetch(mode);
	if (!i && pending.count != 9)
		return 0;
	pending.first = i;
	shared->first = i;
	return i->kind;
}
