// UNSAFE
// INPUTS: 3 2 1
// The network lacks its last comparison.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int numbers[3];

static void order(int i, int j) {
	if (numbers[i] > numbers[j]) {
		int kept = numbers[i];
		numbers[i] = numbers[j];
		numbers[j] = kept;
	}
}

int main(void) {
	for (int i = 0; i < 3; i++)
		numbers[i] = __VERIFIER_nondet_int();
	order(0, 1);
	order(1, 2);
	for (int i = 1; i < 3; i++)
		if (numbers[i - 1] > numbers[i])
			reach_error();
	return 0;
}
