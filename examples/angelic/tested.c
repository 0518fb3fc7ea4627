// yogi angelic --check null
// What some code tests other code does not take for granted.

struct node {
	int kind;
	struct node *next;
};
struct node *node_new(int kind);
int *slot(int number);
void fail(const char *why) __attribute__((noreturn));

struct node *single(int kind)
{
	struct node *n = node_new(kind);
	if (n == 0)
		return 0;
	n->next = 0;
	return n;
}

/* Forgets what single knows. */
struct node *before(struct node *rest, int kind)
{
	struct node *n;
	n = node_new(kind);
	n->next = rest;
	return n;
}

/* Nobody expects a slot to be missing. */
int get(int number) { return *slot(number); }
int set(int number, int value)
{
	int *s = slot(number);
	if (!s)
		fail("no slot");
	return *s = value;
}

/* One test against two functions that know better. */
struct node *find(int kind);
int kind_of(int kind) { return find(kind)->kind; }
int kind_behind(int kind)
{
	struct node *n = find(kind);
	return n->next ? 1 : 0;
}
int is_first(int kind)
{
	if (find(kind))
		return 1;
	return 0;
}
