#include "drive.h"
#include "../open/scheduler.c"
char *allocate_pages(int count) { return maybe(count * 64); }
void free_pages(char *pages, int count) { pages[0] = count; free(pages); }
int switch_to(struct task *t) { return t->id; }
static struct event event;
static struct cpu cpu;
static void start(void) { }
static void step(void)
{
	struct event *e = any(6) ? &event : 0;
	switch (any(6)) {
	case 0: create(&cpu, any(9), any(9)); break;
	case 1: dispatch(&cpu); break;
	case 2: if (any(2)) event.set = 0; wait_for(&cpu, e); break;
	case 3: wake(&cpu, e); break;
	case 4: end_task(&cpu); break;
	default: dispatch(&cpu);
	}
}
