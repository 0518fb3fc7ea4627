/* A binary search tree of keys, without balance; nodes are found, added and taken away. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

struct item { int key; int references; void *payload; };
struct branch { struct item *item; struct branch *left, *right; };
struct tree { int held; struct branch *root; int size; int changes; };

struct item *make_item(int key);
void drop_item(struct item *item);
void note_change(struct tree *t, int key);

static void lock(struct tree *t)
{
	__VERIFIER_assert(t->held == 0);
	t->held = 1;
}

static void unlock(struct tree *t)
{
	__VERIFIER_assert(t->held == 1);
	t->held = 0;
}

static struct branch *make_branch(struct item *item)
{
	struct branch *b = malloc(sizeof *b);
	if (!b)
		return 0;
	b->item = item;
	b->left = 0;
	b->right = 0;
	return b;
}

/* Compares with one key: less, equal, greater. */
static int order(struct branch *b, int key)
{
	struct item *i = b->item;
	if (!i)
		return 1;
	if (key < i->key)
		return -1;
	return key > i->key;
}

/* Adds a key at the root or under it: the tree of this device is flat. */
int add_key(struct tree *t, int key)
{
	struct branch *b;
	struct item *item;
	int where;
	item = make_item(key);
	if (!item)
		return -1;
	lock(t);
	if (!t->root) {
		t->root = make_branch(item);
		t->size = 1;
		unlock(t);
		return 0;
	}
	where = order(t->root, key);
	if (where == 0) {
		unlock(t);
		drop_item(item);
		return 1;
	}
	b = make_branch(item);
	if (!b) {
		unlock(t);
		drop_item(item);
		return -2;
	}
	if (where < 0) {
		b->left = t->root->left;
		t->root->left = b;
	} else {
		b->right = t->root->right;
		t->root->right = b;
	}
	t->size++;
	unlock(t);
	note_change(t, key);
	return 0;
}

struct item *find_key(struct tree *t, int key)
{
	struct branch *b = t->root;
	int steps = 0;
	while (b && steps < 3) {
		int where = order(b, key);
		if (where == 0)
			return b->item;
		b = where < 0 ? b->left : b->right;
		steps++;
	}
	return 0;
}

/* Takes the left neighbour of the root away. */
int trim(struct tree *t)
{
	struct branch *b;
	struct item *item;
	lock(t);
	if (!t->root || !t->root->left) {
		unlock(t);
		return 0;
	}
	b = t->root->left;
	item = b->item;
	if (item && item->references > 0) {
		unlock(t);
		return -1;
	}
	t->root->left = b->left;
	t->size--;
	free(b);
	unlock(t);
	if (item)
		drop_item(item);
	return 1;
}

int use_key(struct tree *t, int key)
{
	struct item *i = find_key(t, key);
	if (!i) {
		note_change(t, -1);
		return -1;
	}
	i->references++;
	return i->references;
}

/* Nothing is held when a request returns. */
int request(struct tree *t, int code, int key)
{
	int status;
	if (!t)
		return -9;
	if (code == 1)
		status = add_key(t, key);
	else
		status = trim(t);
	__VERIFIER_assert(t->held == 0);
	return status;
}
