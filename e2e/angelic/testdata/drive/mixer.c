#include "drive.h"
#include "../open/mixer.c"
short *decode(int number, int *length) { *length = 3; return number < 5 ? maybe(16) : 0; }
int write_frame(struct output *o, int left, int right) { return any(3) ? o->rate + left + right : -1; }
void debug_print(int code) { if (code > 100) abort(); }
static struct output output = { 1, 1 };
static struct mixer mixer;
static struct sample *kept;
static void start(void) { if (any(6)) mixer.output = &output; }
static void step(void)
{
	int n = (int)any(6) - 1;
	struct sample *s;
	switch (any(5)) {
	case 0: s = load_sample(&mixer, any(8)); if (s) kept = s; break;
	case 1: play(&mixer, any(5) ? kept : 0, n); break;
	case 2: silence(&mixer, n); break;
	default: mix(&mixer, n);
	}
}
