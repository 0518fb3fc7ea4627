// yogi angelic --check null,uaf
// What a specification says of objects: that two pointers lead to different ones.
#include <stdlib.h>

struct sensor {
	int held;
	struct sample *last;
};
struct sample {
	int value;
	struct sample *next;
};

/* What is freed could be the sensor. */
void forget(struct sensor *s)
{
	if (s->last)
		free(s->last);
	s->held = 0;
}

/* What is freed could not be the new sample, which was made later than what s->last points to. */
int replace(struct sensor *s, int value)
{
	struct sample *m = malloc(sizeof *m);
	m->value = value;
	if (s->last)
		free(s->last);
	s->last = m;
	return m->value;
}
