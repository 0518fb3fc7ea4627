/* A scheduler of tasks: ready tasks in a list, one runs, tasks wait for events, a task has a stack of its own. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { READY, RUNNING, ASLEEP, ENDED };
struct stack { int size; char *base; };
struct task { int id; int state; int priority; struct stack *stack; struct task *next; struct event *event; };
struct event { int held; int set; struct task *waiter; };
struct cpu { int held; struct task *ready; struct task *current; int switches; int idle; };

char *allocate_pages(int count);
void free_pages(char *pages, int count);
int switch_to(struct task *t);

static void lock_cpu(struct cpu *c)
{
	__VERIFIER_assert(c->held == 0);
	c->held = 1;
}

static void unlock_cpu(struct cpu *c)
{
	__VERIFIER_assert(c->held == 1);
	c->held = 0;
}

static void run(struct task *t)
{
	__VERIFIER_assert(t->state == READY);
	t->state = RUNNING;
}

static void stop(struct task *t, int how)
{
	__VERIFIER_assert(t->state == RUNNING);
	t->state = how;
}

struct task *create(struct cpu *c, int id, int priority)
{
	struct task *t;
	struct stack *s;
	t = malloc(sizeof *t);
	if (!t)
		return 0;
	s = malloc(sizeof *s);
	if (!s) {
		free(t);
		return 0;
	}
	s->size = priority > 5 ? 2 : 1;
	s->base = allocate_pages(s->size);
	if (!s->base) {
		free(s);
		free(t);
		return 0;
	}
	t->id = id;
	t->priority = priority;
	t->stack = s;
	t->event = 0;
	t->state = READY;
	lock_cpu(c);
	t->next = c->ready;
	c->ready = t;
	unlock_cpu(c);
	return t;
}

int dispatch(struct cpu *c)
{
	struct task *t;
	lock_cpu(c);
	if (c->current) {
		unlock_cpu(c);
		return 0;
	}
	t = c->ready;
	if (!t) {
		c->idle++;
		unlock_cpu(c);
		return -1;
	}
	c->ready = t->next;
	t->next = 0;
	t->state = READY;
	run(t);
	c->current = t;
	c->switches++;
	unlock_cpu(c);
	return switch_to(t);
}

int wait_for(struct cpu *c, struct event *e)
{
	struct task *t;
	if (!e)
		return -1;
	lock_cpu(c);
	t = c->current;
	if (!t || e->set) {
		unlock_cpu(c);
		return 0;
	}
	if (e->waiter) {
		unlock_cpu(c);
		return -2;
	}
	e->waiter = t;
	t->event = e;
	t->state = RUNNING;
	stop(t, ASLEEP);
	c->current = 0;
	unlock_cpu(c);
	return 1;
}

int wake(struct cpu *c, struct event *e)
{
	struct task *t;
	if (!e)
		return -1;
	lock_cpu(c);
	e->set = 1;
	t = e->waiter;
	if (!t) {
		unlock_cpu(c);
		return 0;
	}
	e->waiter = 0;
	t->event = 0;
	t->state = READY;
	t->next = c->ready;
	c->ready = t;
	unlock_cpu(c);
	return 1;
}

/* The current task ends; its stack is given back. */
int end_task(struct cpu *c)
{
	struct task *t;
	struct stack *s;
	int id;
	lock_cpu(c);
	t = c->current;
	if (!t) {
		unlock_cpu(c);
		return -1;
	}
	c->current = 0;
	unlock_cpu(c);
	id = t->id;
	s = t->stack;
	if (s) {
		free_pages(s->base, s->size);
		free(s);
	}
	free(t);
	return id;
}

/* Nothing is held when a request returns. */
int request(struct cpu *c, struct event *e, int code)
{
	int status;
	if (!c)
		return -9;
	if (code == 1)
		status = create(c, code, 1) != 0;
	else
		status = code == 2 ? wait_for(c, e) : code == 3 ? wake(c, e) : end_task(c);
	__VERIFIER_assert(c->held == 0);
	return status;
}
