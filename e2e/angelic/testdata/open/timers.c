/* Timers in a list ordered by their time; a timer that is in the list is armed. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { IDLE, ARMED, FIRED };
struct timer { int state; long when; int (*action)(struct timer *, void *); void *argument; struct timer *next; };
struct wheel { int held; long now; struct timer *first; int armed; struct clock *clock; };
struct clock { long ticks; int stopped; };

long read_clock(struct clock *clock);
void trace_timer(int code, long when);

static void lock(struct wheel *w)
{
	__VERIFIER_assert(w->held == 0);
	w->held = 1;
}

static void unlock(struct wheel *w)
{
	__VERIFIER_assert(w->held == 1);
	w->held = 0;
}

static void arm(struct timer *t)
{
	__VERIFIER_assert(t->state != ARMED);
	t->state = ARMED;
}

static void disarm(struct timer *t)
{
	__VERIFIER_assert(t->state == ARMED);
	t->state = IDLE;
}

struct timer *make_timer(int (*action)(struct timer *, void *), void *argument)
{
	struct timer *t;
	if (!action)
		return 0;
	t = malloc(sizeof *t);
	if (!t)
		return 0;
	t->state = IDLE;
	t->when = 0;
	t->action = action;
	t->argument = argument;
	t->next = 0;
	return t;
}

/* Puts a timer first or behind the first: two places are enough for this device. */
int set_timer(struct wheel *w, struct timer *t, long delay)
{
	struct timer *f;
	if (!t || delay < 0)
		return -1;
	lock(w);
	if (t->state == ARMED) {
		unlock(w);
		return -2;
	}
	t->when = w->now + delay;
	arm(t);
	f = w->first;
	if (!f || f->when > t->when) {
		t->next = f;
		w->first = t;
	} else {
		t->next = f->next;
		f->next = t;
	}
	w->armed++;
	unlock(w);
	return 0;
}

int advance(struct wheel *w)
{
	if (!w->clock || w->clock->stopped) {
		trace_timer(1, w->now);
		return -1;
	}
	w->now = read_clock(w->clock);
	return 0;
}

/* Runs the first timer if its time has come. */
int fire(struct wheel *w)
{
	struct timer *t;
	int result;
	if (advance(w) < 0)
		return -1;
	lock(w);
	t = w->first;
	if (!t) {
		unlock(w);
		return 0;
	}
	if (t->when > w->now) {
		unlock(w);
		trace_timer(2, t->when);
		return 0;
	}
	w->first = t->next;
	w->armed--;
	disarm(t);
	unlock(w);
	result = t->action(t, t->argument);
	if (result < 0) {
		free(t);
		return result;
	}
	t->state = FIRED;
	return 1;
}

void drop_timer(struct wheel *w, struct timer *t)
{
	if (!t)
		return;
	lock(w);
	if (t->state == ARMED) {
		unlock(w);
		return;
	}
	unlock(w);
	trace_timer(3, t->when);
	free(t);
}

/* Nothing is held when a request returns. */
int request(struct wheel *w, struct timer *t, int code)
{
	int status;
	if (!w)
		return -9;
	if (code == 1)
		status = set_timer(w, t, 5);
	else
		status = fire(w);
	__VERIFIER_assert(w->held == 0);
	return status;
}
