#include "drive.h"
#include "../open/filetable.c"
static struct node nodes[2];
static char text[4];
struct node *find_node(const char *path) { return any(4) ? &nodes[path[0] & 1] : 0; }
int fill_node(struct node *n) { if (!any(3)) return -1; if (any(3)) { n->data = text; n->size = 4; } return 0; }
void log_access(int what, int status) { if (what > 100 || status > 0) abort(); }
static struct process one, two;
static void start(void) { nodes[1].readonly = 1; }
static void step(void)
{
	int n = (int)any(6) - 1;
	switch (any(4)) {
	case 0: open_file(&one, any(6) ? (any(2) ? "a" : "b") : 0, any(4), n); break;
	case 1: read_byte(any(2) ? &one : &two, n); break;
	case 2: share(&one, &two, n); break;
	default: close_file(any(2) ? &one : &two, n);
	}
}
