/* Transfers between accounts of a bank: two locks, in the order of the account numbers, and a journal. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

struct account { int held; int number; long balance; int frozen; struct owner *owner; };
struct owner { int id; int vip; const char *mail; };
struct note { long amount; int from, to; struct note *next; };
struct journal { struct note *first; int count; int failed; };

int approve(struct owner *o, long amount);
int append(struct journal *j, struct note *n);
void mail(const char *to, long amount);

static void lock(struct account *a)
{
	__VERIFIER_assert(a->held == 0);
	a->held = 1;
}

static void unlock(struct account *a)
{
	__VERIFIER_assert(a->held == 1);
	a->held = 0;
}

static struct note *make_note(int from, int to, long amount)
{
	struct note *n = malloc(sizeof *n);
	if (!n)
		return 0;
	n->from = from;
	n->to = to;
	n->amount = amount;
	n->next = 0;
	return n;
}

static int record(struct journal *j, int from, int to, long amount)
{
	struct note *n;
	if (!j)
		return 0;
	n = make_note(from, to, amount);
	if (!n) {
		j->failed++;
		return -1;
	}
	if (append(j, n) < 0) {
		j->failed++;
		free(n);
		return -1;
	}
	j->count++;
	return 0;
}

int deposit(struct account *a, struct journal *j, long amount)
{
	if (!a || amount <= 0)
		return -1;
	lock(a);
	if (a->frozen) {
		unlock(a);
		return -2;
	}
	a->balance += amount;
	if (record(j, 0, a->number, amount) < 0) {
		a->balance -= amount;
		unlock(a);
		return -3;
	}
	unlock(a);
	return 0;
}

int withdraw(struct account *a, struct journal *j, long amount)
{
	struct owner *o;
	if (!a || amount <= 0)
		return -1;
	lock(a);
	o = a->owner;
	if (a->balance < amount) {
		if (!o || !o->vip) {
			unlock(a);
			return -2;
		}
		if (approve(o, amount) <= 0) {
			unlock(a);
			return -3;
		}
	}
	a->balance -= amount;
	if (record(j, a->number, 0, amount) < 0) {
		a->balance += amount;
		unlock(a);
		return -4;
	}
	unlock(a);
	if (o && o->mail)
		mail(o->mail, amount);
	return 0;
}

int transfer(struct account *a, struct account *b, struct journal *j, long amount)
{
	struct account *first, *second;
	int status = 0;
	if (!a || !b || a == b || amount <= 0)
		return -1;
	first = a->number < b->number ? a : b;
	second = first == a ? b : a;
	lock(first);
	lock(second);
	if (a->frozen || b->frozen || a->balance < amount) {
		status = -2;
	} else {
		a->balance -= amount;
		b->balance += amount;
		status = record(j, a->number, b->number, amount);
	}
	unlock(second);
	unlock(first);
	return status;
}

/* Nothing is held when a request returns. */
int request(struct account *a, struct journal *j, int code, long amount)
{
	int status;
	if (!a)
		return -9;
	if (code == 1)
		status = deposit(a, j, amount);
	else
		status = withdraw(a, j, amount);
	__VERIFIER_assert(a->held == 0);
	return status;
}
