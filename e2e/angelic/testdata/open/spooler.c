/* A print spooler: jobs wait in a list, one is printed at a time, a job owns its document. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

enum { WAITING, PRINTING, DONE, FAILED };
struct document { int pages; const char *title; char *text; };
struct job { int id; int state; struct document *document; struct job *next; struct owner *owner; };
struct owner { int quota; int jobs; };
struct spooler { int held; struct job *waiting; struct job *active; int next_id; struct printer *printer; };
struct printer { int paper; int online; };

struct document *render(const char *title, int pages);
int print_page(struct printer *p, const char *text, int page);
void tell(struct owner *o, int id, int status);

static void lock(struct spooler *s)
{
	__VERIFIER_assert(s->held == 0);
	s->held = 1;
}

static void unlock(struct spooler *s)
{
	__VERIFIER_assert(s->held == 1);
	s->held = 0;
}

static void begin(struct job *j)
{
	__VERIFIER_assert(j->state == WAITING);
	j->state = PRINTING;
}

static void finish(struct job *j, int how)
{
	__VERIFIER_assert(j->state == PRINTING);
	j->state = how;
}

static void release_document(struct document *d)
{
	free(d->text);
	free(d);
}

int submit(struct spooler *s, struct owner *o, const char *title, int pages)
{
	struct job *j;
	struct document *d;
	if (!title || pages <= 0)
		return -1;
	if (o && o->jobs >= o->quota)
		return -2;
	d = render(title, pages);
	if (!d)
		return -3;
	j = malloc(sizeof *j);
	if (!j) {
		release_document(d);
		return -4;
	}
	j->document = d;
	j->owner = o;
	j->state = WAITING;
	lock(s);
	j->id = s->next_id++;
	j->next = s->waiting;
	s->waiting = j;
	unlock(s);
	if (o)
		o->jobs++;
	return j->id;
}

/* Moves a job to the printer. */
int schedule(struct spooler *s)
{
	struct job *j;
	lock(s);
	if (s->active) {
		unlock(s);
		return 0;
	}
	j = s->waiting;
	if (!j) {
		unlock(s);
		return 0;
	}
	if (!s->printer || !s->printer->online) {
		unlock(s);
		return -1;
	}
	s->waiting = j->next;
	j->next = 0;
	j->state = WAITING;
	begin(j);
	s->active = j;
	unlock(s);
	return 1;
}

int print(struct spooler *s)
{
	struct job *j = s->active;
	struct owner *o;
	int status, how, id;
	if (!j || !j->document)
		return 0;
	if (!s->printer)
		return -1;
	status = print_page(s->printer, j->document->text, 1);
	how = status < 0 ? FAILED : DONE;
	j->state = PRINTING;
	finish(j, how);
	s->active = 0;
	o = j->owner;
	id = j->id;
	release_document(j->document);
	free(j);
	if (o) {
		o->jobs--;
		tell(o, id, how);
	}
	return status;
}

int cancel(struct spooler *s)
{
	struct job *j;
	lock(s);
	j = s->waiting;
	if (!j) {
		unlock(s);
		return -1;
	}
	s->waiting = j->next;
	unlock(s);
	if (j->owner)
		tell(j->owner, j->id, FAILED);
	if (j->document)
		release_document(j->document);
	free(j);
	return 0;
}

/* Nothing is held when a request returns. */
int request(struct spooler *s, struct owner *o, int code)
{
	int status;
	if (!s)
		return -9;
	if (code == 1)
		status = submit(s, o, "letter", code);
	else
		status = code == 2 ? schedule(s) : cancel(s);
	__VERIFIER_assert(s->held == 0);
	return status;
}
