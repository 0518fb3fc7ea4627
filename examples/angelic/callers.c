// yogi angelic --check null
// What is assumed of a function is a demand on its callers. put needs a node: start hands it none, which is a warning about
// start; push passes the demand on, and guarded keeps it. What unlink needs both of its callers keep, and as it is static there
// are no others: nothing is assumed. Whoever calls through hooks is not known, so what callback needs may be broken elsewhere.

struct node { struct node *next; int uses; };
struct list { struct node *first; };

static void put(struct list *l, struct node *n)
{
	n->next = l->first;
}

void push(struct list *list, struct node *added)
{
	put(list, added);
}

void guarded(struct list *list, struct node *added)
{
	if (list && added)
		put(list, added);
}

void start(struct list *list)
{
	if (list)
		put(list, 0);
}

static void unlink(struct node *n, int depth)
{
	if (depth > 0)
		unlink(n, depth - 1);
	else
		n->next = 0;
}

void drop(struct list *list)
{
	if (list && list->first)
		unlink(list->first, 2);
}

void reset(struct node *n)
{
	if (n)
		unlink(n, 1);
}

static void callback(struct node *n)
{
	n->uses++;
}

void (*hooks[1])(struct node *) = { callback };

void run(struct node *n)
{
	if (n)
		callback(n);
}
