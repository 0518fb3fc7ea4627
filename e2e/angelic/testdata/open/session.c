/* Sessions of a protocol: a state that only moves in one order. */
void __VERIFIER_assert(int condition);

enum { CLOSED, GREETED, OPEN };
struct peer { int id; int trusted; };
struct session { int state; struct peer *peer; int received; int errors; };

struct message { int kind; int length; struct peer *from; };

int send_reply(int kind);
struct message *receive(void);
struct peer *resolve(int id);

static void greet(struct session *s)
{
	__VERIFIER_assert(s->state == CLOSED);
	s->state = GREETED;
}

static void establish(struct session *s)
{
	__VERIFIER_assert(s->state == GREETED);
	s->state = OPEN;
}

static void finish(struct session *s)
{
	__VERIFIER_assert(s->state != CLOSED);
	s->state = CLOSED;
}

int start(struct session *s, int id)
{
	struct peer *p;
	s->state = CLOSED;
	p = resolve(id);
	if (!p)
		return -1;
	greet(s);
	s->peer = p;
	if (send_reply(1) < 0) {
		finish(s);
		s->peer = 0;
		return -2;
	}
	if (!p->trusted) {
		finish(s);
		s->peer = 0;
		return -3;
	}
	establish(s);
	return 0;
}

int step(struct session *s)
{
	struct message *m = receive();
	if (!m) {
		s->errors++;
		return 0;
	}
	if (m->kind == 9) {
		if (s->state != CLOSED)
			finish(s);
		return 0;
	}
	s->received += m->length;
	return m->kind;
}

int run(struct session *s, int id)
{
	int kind;
	if (start(s, id) < 0)
		return -1;
	kind = step(s);
	if (kind == 0)
		return 0;
	if (s->state == OPEN) {
		finish(s);
		s->peer = 0;
	}
	return kind;
}

/* Changes the peer of an open session. */
int hand_over(struct session *s, int id)
{
	struct peer *p;
	if (s->state != OPEN)
		return -1;
	p = resolve(id);
	if (!p) {
		finish(s);
		return -2;
	}
	if (s->peer && s->peer->trusted && !p->trusted) {
		send_reply(p->id);
		return -3;
	}
	s->peer = p;
	return 0;
}
