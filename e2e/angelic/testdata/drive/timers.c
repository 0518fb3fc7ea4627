#include "drive.h"
#include "../open/timers.c"
static struct timer *spare[8];
static int ring(struct timer *t, void *argument)
{
	int i;
	if (!argument || any(3)) return 0;
	for (i = 0; i < 8; i++) if (spare[i] == t) spare[i] = 0;
	return -1;
}
long read_clock(struct clock *clock) { return clock->ticks += any(9); }
void trace_timer(int code, long when) { if (code < 0 && when) abort(); }
static struct clock clk;
static struct wheel wheel;
static void start(void) { if (any(6)) wheel.clock = &clk; }
static void step(void)
{
	int i = any(8);
	clk.stopped = !any(8);
	switch (any(4)) {
	case 0: if (!spare[i]) spare[i] = make_timer(any(6) ? ring : 0, &wheel); break;
	case 1: set_timer(&wheel, spare[i], (int)any(12) - 1); break;
	case 2: fire(&wheel); break;
	default: { struct timer *t = spare[i]; if (t && t->state != ARMED) spare[i] = 0; drop_timer(&wheel, t); }
	}
}
