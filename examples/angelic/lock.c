// yogi angelic --monitor depth,held
// Two properties stated by code around the calls. The first counts: some value at the start always
// excuses it, so it is assumed. The second is set by the code itself: nothing excuses it.

void __VERIFIER_assert(int condition);

int depth;

void enter(void) { depth++; }
void leave(void) { __VERIFIER_assert(depth > 0); depth--; }

struct lock { int held; };

void acquire(struct lock *l) { __VERIFIER_assert(!l->held); l->held = 1; }
void release(struct lock *l) { __VERIFIER_assert(l->held); l->held = 0; }

void balanced_outside(void)
{
	leave();
	leave();
	enter();
}

void twice(struct lock *a, struct lock *b)
{
	acquire(a);
	acquire(b);
	release(b);
	acquire(a);
}
