#include "drive.h"
#define link mail_link
#include "../open/mailer.c"
int resolve_port(const char *to) { return any(4) ? to[0] : -1; }
int send_bytes(struct link *l, const char *bytes, int size) { return any(2) ? l->port + bytes[0] + size : -1; }
char *copy_text(const char *text) { return any(5) ? strdup(text) : 0; }
void bounce(const char *to) { if (!to[0]) abort(); }
static struct link l;
static struct queue queue;
static void start(void) { if (any(8)) queue.link = &l; }
static void step(void)
{
	struct message *m;
	switch (any(2)) {
	case 0: m = compose(any(6) ? "me" : 0, any(6) ? "text" : 0);
		if (m && any(2)) { m->attached = malloc(sizeof *m->attached); m->attached->size = 1; m->attached->bytes = calloc(1, 4); }
		post(&queue, m); break;
	default: deliver(&queue);
	}
}
