// yogi angelic --check null
// ANGELIC, Figure 1, in C: of five accesses that may go through null, two are worth a warning. careful
// shows by its test that its argument may be null; start hands null to trusting. That the results of the
// two library functions are not null, differ, and lead on to something that is not null, is assumed.

struct box { struct box *inner; };

struct box *first_library(void);
struct box *second_library(void);

int mode;

void careful(struct box *b)
{
	if (b)
		mode = 1;
	else
		mode = 2;
	b->inner = b;
}

void trusting(struct box *b)
{
	b->inner = b;
}

void outside(void)
{
	struct box *b, *c, *d;

	b = first_library();
	b->inner = 0;
	c = second_library();
	d = c->inner;
	d->inner = b;
}

void start(struct box *b)
{
	careful(b);
	trusting(0);
	outside();
}
