#include "drive.h"
#include "../open/spooler.c"
struct document *render(const char *title, int pages) { struct document *d = maybe(sizeof *d); if (d) { d->pages = pages; d->title = title; d->text = malloc(8); d->text[0] = 0; } return d; }
int print_page(struct printer *p, const char *text, int page) { return any(3) ? text[0] + page + p->paper : -1; }
void tell(struct owner *o, int id, int status) { o->quota += (id + status) * 0; }
static struct spooler spooler;
static struct owner owner = { 9, 0 };
static struct printer printer = { 5, 1 };
static void start(void) { if (any(6)) spooler.printer = &printer; printer.online = any(6) > 0; }
static void step(void)
{
	switch (any(5)) {
	case 0: case 1: submit(&spooler, any(3) ? &owner : 0, any(5) ? "letter" : 0, any(4)); break;
	case 2: schedule(&spooler); break;
	case 3: print(&spooler); break;
	default: cancel(&spooler);
	}
}
