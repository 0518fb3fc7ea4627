/* A reader of records: fields, optional parts, an arena. */
struct field { int kind; int size; struct field *next; };
struct record { struct field *fields; struct record *parent; int errors; };
struct arena { char *base; int used, size; };

struct field *read_field(int position);
void complain(struct record *r, int code);
void *reserve(struct arena *a, int size);

int used(struct arena *a)
{
	if (a == 0)
		return 0;
	return a->used;
}

int depth(struct record *r)
{
	int n = 0;
	while (r) {
		n++;
		r = r->parent;
		if (n > 3)
			break;
	}
	return n;
}

int total(struct record *r, int kind)
{
	struct field *f;
	int sum = 0, n = 0;
	if (!r || !r->fields)
		return 0;
	for (f = r->fields; f; f = f->next) {
		if (f->kind == kind)
			sum += f->size;
		if (++n == 3)
			break;
	}
	return sum;
}

int attach(struct record *r, int position)
{
	struct field *f = read_field(position);
	if (!f) {
		if (r)
			complain(r, position);
		return -1;
	}
	if (!r)
		return -2;
	f->next = r->fields;
	r->fields = f;
	return f->size;
}

int last(struct record *r)
{
	struct field *f;
	if (!r)
		return -1;
	f = r->fields;
	if (!f) {
		r->errors++;
		return -2;
	}
	if (f->next)
		f = f->next;
	return f->kind;
}

int replace(struct record *r, struct field *with)
{
	struct field *f;
	if (!r || !with)
		return -1;
	f = r->fields;
	if (f) {
		with->next = f->next;
	} else {
		with->next = 0;
	}
	r->fields = with;
	return with->kind;
}

/* The size of the first two fields of a record, or of its parent's if it has none. */
int extent(struct record *r)
{
	struct field *f;
	if (!r)
		return 0;
	f = r->fields;
	if (!f && r->parent)
		f = r->parent->fields;
	if (!f)
		return -1;
	if (!f->next)
		return f->size;
	return f->size + f->next->size;
}
