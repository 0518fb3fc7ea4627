/* A lending library: books, readers, loans; a book is lent to one reader at a time. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { ON_SHELF, LENT, LOST };
struct book { int state; int number; struct loan *loan; struct shelf *shelf; };
struct reader { int id; int loans; int fines; struct card *card; };
struct card { int valid; int expires; };
struct loan { struct book *book; struct reader *reader; int due; struct loan *next; };
struct desk { int held; struct loan *loans; int today; int open; };
struct shelf { int room; int books; };

struct book *catalogue(int number);
struct card *renew_card(struct reader *r);
void remind(int reader, int book);

static void lock(struct desk *d)
{
	__VERIFIER_assert(d->held == 0);
	d->held = 1;
}

static void unlock(struct desk *d)
{
	__VERIFIER_assert(d->held == 1);
	d->held = 0;
}

static void lend(struct book *b)
{
	__VERIFIER_assert(b->state == ON_SHELF);
	b->state = LENT;
}

static void take_back(struct book *b)
{
	__VERIFIER_assert(b->state == LENT);
	b->state = ON_SHELF;
}

static int may_borrow(struct desk *d, struct reader *r)
{
	struct card *c = r->card;
	if (!c || !c->valid) {
		c = renew_card(r);
		if (!c)
			return 0;
		r->card = c;
	}
	return r->loans < 5 && c->expires >= d->today;
}

int borrow(struct desk *d, struct reader *r, int number)
{
	struct book *b;
	struct loan *l;
	if (!r || !may_borrow(d, r))
		return -1;
	b = catalogue(number);
	if (!b)
		return -2;
	l = malloc(sizeof *l);
	if (!l)
		return -3;
	lock(d);
	if (!d->open || b->state != ON_SHELF) {
		unlock(d);
		free(l);
		return -4;
	}
	lend(b);
	l->book = b;
	l->reader = r;
	l->due = d->today + 28;
	l->next = d->loans;
	d->loans = l;
	r->loans++;
	b->loan = l;
	if (b->shelf)
		b->shelf->books--;
	unlock(d);
	return 0;
}

int give_back(struct desk *d, struct book *b)
{
	struct loan *l;
	struct reader *r;
	if (!b || b->state != LENT)
		return -1;
	lock(d);
	l = b->loan;
	if (!l || d->loans != l) {
		unlock(d);
		return -2;
	}
	d->loans = l->next;
	b->loan = 0;
	take_back(b);
	r = l->reader;
	if (r) {
		r->loans--;
		if (l->due < d->today)
			r->fines++;
	}
	free(l);
	if (b->shelf)
		b->shelf->books++;
	unlock(d);
	return 0;
}

int overdue(struct desk *d)
{
	struct loan *l;
	struct book *b;
	lock(d);
	l = d->loans;
	if (!l || l->due >= d->today) {
		unlock(d);
		return 0;
	}
	b = l->book;
	if (!b || !l->reader) {
		unlock(d);
		return -1;
	}
	unlock(d);
	remind(l->reader->id, b->number);
	return 1;
}

/* Nothing is held when a request returns. */
int request(struct desk *d, struct reader *r, struct book *b, int code)
{
	int status;
	if (!d)
		return -9;
	if (code == 1)
		status = borrow(d, r, code);
	else
		status = code == 2 ? give_back(d, b) : overdue(d);
	__VERIFIER_assert(d->held == 0);
	return status;
}
