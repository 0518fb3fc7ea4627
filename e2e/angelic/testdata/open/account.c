/* Reference counts and locks of nested objects. */
void __VERIFIER_assert(int condition);

struct owner { int references; int name; };
struct account { int held; struct owner *owner; long balance; struct account *partner; };

struct owner *load_owner(int name);
void log_event(int code, long amount);
int confirm(struct owner *o);

static void hold(struct account *a)
{
	__VERIFIER_assert(!a->held);
	a->held = 1;
}

static void let_go(struct account *a)
{
	__VERIFIER_assert(a->held);
	a->held = 0;
}

static void get(struct owner *o) { o->references++; }
static void put(struct owner *o)
{
	__VERIFIER_assert(o->references > 0);
	o->references--;
}

int deposit(struct account *a, long amount)
{
	if (!a)
		return -1;
	hold(a);
	if (amount <= 0) {
		let_go(a);
		return -2;
	}
	a->balance += amount;
	let_go(a);
	log_event(1, amount);
	return 0;
}

int assign(struct account *a, int name)
{
	struct owner *o;
	o = load_owner(name);
	if (!o) {
		log_event(2, name);
		return -1;
	}
	o->references = 0;
	get(o);
	hold(a);
	if (!confirm(o)) {
		let_go(a);
		put(o);
		return -2;
	}
	a->owner = o;
	let_go(a);
	return 0;
}

long move(struct account *a, struct account *b, long amount)
{
	if (!a || !b || a == b)
		return -1;
	hold(a);
	if (a->balance < amount) {
		let_go(a);
		return -2;
	}
	a->balance -= amount;
	let_go(a);
	hold(b);
	b->balance += amount;
	let_go(b);
	return amount;
}

int owner_name(struct account *a)
{
	struct owner *o;
	if (!a)
		return 0;
	o = a->owner;
	if (!o && a->partner)
		o = a->partner->owner;
	if (!o)
		return -1;
	return o->name;
}

/* Nothing is held when a request returns. */
long request(struct account *a, struct account *b, int code, long amount)
{
	long status = 0;
	if (!a || !b)
		return -9;
	if (code == 1)
		status = deposit(a, amount);
	else if (code == 2)
		status = assign(a, (int)amount);
	else
		status = move(a, b, amount);
	__VERIFIER_assert(!a->held || a == b);
	__VERIFIER_assert(!b->held);
	return status;
}
