// CHECK: null,bounds,uaf,double-free,div
// FALSE(valid-deref) executed
// Behind the end of the array it does not go on at the start.
extern int __VERIFIER_nondet_int(void);
#define SIZE 16

struct ring {
	unsigned head, count;
	int data[SIZE];
};

static int push(struct ring *r, int x) {
	if (r->count == SIZE)
		return 0;
	r->data[r->head + r->count] = x;
	r->count++;
	return 1;
}

static int pop(struct ring *r, int *x) {
	if (r->count == 0)
		return 0;
	*x = r->data[r->head];
	r->head = (r->head + 1) % SIZE;
	r->count--;
	return 1;
}

int main(void) {
	struct ring r = {0, 0, {0}};
	int x = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int())
			push(&r, __VERIFIER_nondet_int());
		else
			pop(&r, &x);
	}
	return x;
}
