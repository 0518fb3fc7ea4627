/* A mixer of sounds: voices play samples, a voice holds a reference to its sample, the mixer has a lock. */
#include <stdlib.h>
void __VERIFIER_assert(int condition);

enum { VOICES = 4 };
struct sample { int references; int length; short *frames; struct sample *next; };
struct voice { struct sample *sample; int position; int volume; int playing; };
struct mixer { int held; struct voice *voices[VOICES]; struct sample *samples; struct output *output; int underruns; };
struct output { int rate; int open; };

short *decode(int number, int *length);
int write_frame(struct output *o, int left, int right);
void debug_print(int code);

static void lock(struct mixer *m)
{
	__VERIFIER_assert(m->held == 0);
	m->held = 1;
}

static void unlock(struct mixer *m)
{
	__VERIFIER_assert(m->held == 1);
	m->held = 0;
}

static void put(struct sample *s)
{
	__VERIFIER_assert(s->references > 0);
	s->references--;
}

struct sample *load_sample(struct mixer *m, int number)
{
	struct sample *s;
	int length = 0;
	s = malloc(sizeof *s);
	if (!s)
		return 0;
	s->references = 0;
	s->frames = decode(number, &length);
	if (!s->frames) {
		free(s);
		debug_print(1);
		return 0;
	}
	s->length = length;
	lock(m);
	s->next = m->samples;
	m->samples = s;
	unlock(m);
	return s;
}

int play(struct mixer *m, struct sample *s, int number)
{
	struct voice *v;
	if (!s || number < 0 || number >= VOICES)
		return -1;
	lock(m);
	v = m->voices[number];
	if (v) {
		unlock(m);
		debug_print(v->playing);
		return -2;
	}
	v = malloc(sizeof *v);
	if (!v) {
		unlock(m);
		return -3;
	}
	v->sample = s;
	v->position = 0;
	v->volume = 100;
	v->playing = 1;
	s->references++;
	m->voices[number] = v;
	unlock(m);
	return number;
}

int silence(struct mixer *m, int number)
{
	struct voice *v;
	struct sample *s;
	if (number < 0 || number >= VOICES)
		return -1;
	lock(m);
	v = m->voices[number];
	if (!v) {
		unlock(m);
		return 0;
	}
	m->voices[number] = 0;
	s = v->sample;
	if (s && s->references > 0)
		put(s);
	unlock(m);
	free(v);
	return 1;
}

/* Plays the next frame of one voice. */
int mix(struct mixer *m, int number)
{
	struct voice *v;
	struct sample *s;
	int frame = 0;
	if (number < 0 || number >= VOICES || !m->output || !m->output->open)
		return -1;
	lock(m);
	v = m->voices[number];
	if (!v || !v->sample) {
		m->underruns++;
		unlock(m);
		return 0;
	}
	s = v->sample;
	if (s->frames && v->position < s->length) {
		frame = s->frames[v->position];
		v->position++;
	} else {
		v->playing = 0;
	}
	unlock(m);
	return write_frame(m->output, frame, frame);
}

/* Nothing is held when a request returns. */
int request(struct mixer *m, struct sample *s, int code, int voice)
{
	int status;
	if (!m)
		return -9;
	if (code == 1)
		status = play(m, s, voice);
	else
		status = code == 2 ? silence(m, voice) : mix(m, voice);
	__VERIFIER_assert(m->held == 0);
	return status;
}
