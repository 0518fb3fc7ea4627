/* A request queue of a driver: a lock, a ring of requests, completion. */
void __VERIFIER_assert(int condition);

struct request { int code; int length; struct request *next; char *buffer; };
struct device { int held; int open; struct request *head, *tail; int waiting; };

struct request *allocate_request(int length);
void release_request(struct request *r);
int transfer(char *buffer, int length);
void report(int code);

static void lock(struct device *d)
{
	__VERIFIER_assert(d->held == 0);
	d->held = 1;
}

static void unlock(struct device *d)
{
	__VERIFIER_assert(d->held == 1);
	d->held = 0;
}

static int append(struct device *d, struct request *r)
{
	r->next = 0;
	if (d->tail) {
		d->tail->next = r;
	} else {
		d->head = r;
	}
	d->tail = r;
	d->waiting++;
	return d->waiting;
}

static struct request *take(struct device *d)
{
	struct request *r = d->head;
	if (!r)
		return 0;
	d->head = r->next;
	if (!d->head)
		d->tail = 0;
	d->waiting--;
	return r;
}

int submit(struct device *d, int code, int length)
{
	struct request *r;

	lock(d);
	if (!d->open) {
		unlock(d);
		return -1;
	}
	if (length <= 0 || length > 4096) {
		unlock(d);
		report(code);
		return -2;
	}
	r = allocate_request(length);
	if (!r) {
		unlock(d);
		return -3;
	}
	r->code = code;
	r->length = length;
	append(d, r);
	unlock(d);
	return 0;
}

int serve(struct device *d)
{
	struct request *r;
	int status;

	lock(d);
	r = take(d);
	if (!r) {
		unlock(d);
		return 0;
	}
	unlock(d);
	status = transfer(r->buffer, r->length);
	if (status < 0) {
		report(status);
		release_request(r);
		lock(d);
		d->open = 0;
		unlock(d);
		return status;
	}
	release_request(r);
	return 1;
}

int drain(struct device *d)
{
	int n = 0;
	while (serve(d) > 0) {
		n++;
		if (n == 3)
			break;
	}
	lock(d);
	d->open = 0;
	unlock(d);
	return n;
}

/* The lock is free when a request of the driver returns. */
int control(struct device *d, int code, int length)
{
	int status = code == 1 ? serve(d) : submit(d, code, length);
	__VERIFIER_assert(d->held == 0);
	return status;
}
