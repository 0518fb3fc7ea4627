// CHECK: null,bounds,uaf,double-free,overflow
// FALSE(valid-deref) executed
// The loop takes one round more than there are elements.
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long n);
void free(void *p);

static void fill(int *a, int n) {
	for (int i = 0; i <= n; i++)
		a[i] = __VERIFIER_nondet_int();
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 1000)
		return 0;
	int *a = malloc(n * sizeof *a);
	if (!a)
		return 0;
	fill(a, n);
	free(a);
	return 0;
}
