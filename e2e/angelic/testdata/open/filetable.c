/* A table of open files: slots hold references to files, files to nodes; reads and writes go through the node. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { SLOTS = 8, READ = 1, WRITE = 2 };
struct node { int held; int size; int readonly; char *data; };
struct file { struct node *node; int position; int mode; int references; };
struct process { struct file *slots[SLOTS]; int open; int limit; };

struct node *find_node(const char *path);
int fill_node(struct node *n);
void log_access(int what, int status);

static void lock(struct node *n)
{
	__VERIFIER_assert(n->held == 0);
	n->held = 1;
}

static void unlock(struct node *n)
{
	__VERIFIER_assert(n->held == 1);
	n->held = 0;
}

static void hold(struct file *f)
{
	f->references++;
}

static void put(struct file *f)
{
	__VERIFIER_assert(f->references > 0);
	f->references--;
	if (f->references == 0)
		free(f);
}

static struct file *slot(struct process *p, int number)
{
	if (number < 0 || number >= SLOTS)
		return 0;
	return p->slots[number];
}

int open_file(struct process *p, const char *path, int mode, int number)
{
	struct node *n;
	struct file *f;
	if (!path || number < 0 || number >= SLOTS)
		return -1;
	if (p->slots[number])
		return -2;
	n = find_node(path);
	if (!n)
		return -3;
	if (n->readonly && (mode & WRITE)) {
		log_access(mode, -4);
		return -4;
	}
	f = malloc(sizeof *f);
	if (!f)
		return -5;
	f->node = n;
	f->position = 0;
	f->mode = mode;
	f->references = 1;
	p->slots[number] = f;
	p->open++;
	return number;
}

int read_byte(struct process *p, int number)
{
	struct file *f;
	struct node *n;
	int value;
	f = slot(p, number);
	if (!f || !(f->mode & READ))
		return -1;
	n = f->node;
	if (!n)
		return -2;
	lock(n);
	if (!n->data && fill_node(n) < 0) {
		unlock(n);
		log_access(READ, -3);
		return -3;
	}
	if (!n->data || f->position >= n->size) {
		unlock(n);
		return -4;
	}
	value = n->data[f->position];
	f->position++;
	unlock(n);
	return value;
}

int share(struct process *from, struct process *to, int number)
{
	struct file *f;
	f = slot(from, number);
	if (!f)
		return -1;
	if (slot(to, number))
		return -2;
	hold(f);
	to->slots[number] = f;
	to->open++;
	return 0;
}

int close_file(struct process *p, int number)
{
	struct file *f;
	f = slot(p, number);
	if (!f)
		return -1;
	p->slots[number] = 0;
	p->open--;
	log_access(f->mode, 0);
	if (f->references <= 0)
		return -2;
	put(f);
	return 0;
}

/* Nothing is held when a request returns. */
int request(struct process *p, struct node *n, int code)
{
	int status;
	if (!p || !n)
		return -9;
	if (code == 1)
		status = p->slots[0] && p->slots[0]->node == n ? read_byte(p, 0) : 0;
	else
		status = close_file(p, 1);
	__VERIFIER_assert(n->held == 0);
	return status;
}
